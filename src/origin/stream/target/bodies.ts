import { isDeepStrictEqual } from 'node:util';
import { isAddedMetadata } from '../../../input/entities/added-members.ts';
import { defined } from '../../../input/json/defined.ts';
import { asObject, type Json, objects, text } from '../asked.ts';

/** Members that Stream gives a meaning: those of an app must not take their place. */
const RESERVED = new Set(
  `
    ai_generated attachments auto_translation_enabled auto_translation_language ban_expires banned
    before_message_send_failed blocked_user_ids blocked_users bypass_moderation channel channel_mutes cid
    command config config_overrides cooldown created_at created_by created_by_id created_by_id_hash data
    deactivated_at deleted_at deleted_reply_count devices disabled draft filter_tags frozen hidden
    hide_messages_before html i18n id image invisible invite invites language last_active last_message_at
    latest_reactions member member_count member_id members mentioned_users message_text_updated_at messages
    mml moderation moderation_details moderation_v2 mutes name online own_capabilities own_reactions
    parent_id pin_expires pinned pinned_at pinned_by poll poll_id presence privacy_settings
    push_notifications push_provider quoted_message quoted_message_id reaction_counts reaction_groups
    reaction_scores reminder reply_count restricted_visibility revoke_tokens_issued_before role
    shadow_banned shadowed shared_location show_in_channel silent skip_enrich_url skip_push state team teams
    teams_role text thread_participants total_unread_count truncated_at truncated_by type unread_channels
    unread_count updated_at user user_id watch
  `
    .trim()
    .split(/\s+/),
);

/** Metadata as members of a record of Stream's, without where a record came from. */
const customOf = (metadata: unknown): Json =>
  Object.fromEntries(
    Object.entries(asObject(metadata) ?? {}).filter(
      ([name]) => name !== 'source' && !RESERVED.has(name) && !isAddedMetadata(name),
    ),
  );

/** Members of a user. */
export const userBody = ({ name, avatar, metadata }: Json): Json => ({
  ...customOf(metadata),
  ...defined({ name, image: avatar }),
});

/** Members of a channel. */
export const channelBody = ({ name, icon, description, metadata }: Json): Json => ({
  ...customOf(metadata),
  ...defined({ name, image: icon, description }),
});

/** Members of a message, without those that say whose it is and where. */
export function messageBody({ type, category, data }: Json): Json {
  const { text: said, attachments, metadata, customData } = asObject(data) ?? {};
  const files = objects(attachments).map(fileBody);
  const own = asObject(customData);
  const isCustom = category === 'custom';
  return {
    ...customOf(metadata),
    // People see that there is something, which their app cannot show.
    text: text(said) ?? (files.length > 0 ? '' : `[${String(type)}]`),
    attachments: files,
    ...(isCustom || own ? { chatferry: defined({ type: isCustom ? type : undefined, data: own }) } : {}),
  };
}

function fileBody({ url, name, mimeType, size }: Json): Json {
  const [kind = ''] = String(mimeType ?? '').split('/', 1);
  const isImage = kind === 'image';
  return {
    type: ['image', 'video', 'audio'].includes(kind) ? kind : 'file',
    title: name,
    ...(isImage ? { image_url: url } : { asset_url: url }),
    ...defined({ mime_type: mimeType, file_size: size }),
  };
}

/** The members in which a message in the app differs from what it should be: what is the same is not written again. */
export function differing(known: Json, wanted: Json): Json {
  return Object.fromEntries(
    Object.entries(wanted).filter(([name, value]) =>
      name === 'attachments'
        ? !isDeepStrictEqual(filesIn(known[name]), filesIn(value))
        : !isDeepStrictEqual(known[name] ?? '', value ?? ''),
    ),
  );
}

/** Addresses of files, without the signatures that each answer has anew; not the previews of links, which the app makes. */
const filesIn = (attachments: unknown): readonly string[] =>
  objects(attachments)
    .filter((file) => text(file['og_scrape_url']) === undefined)
    .flatMap(({ asset_url, image_url, file_url, url, thumb_url }) => {
      const address = [asset_url, image_url, file_url, url, thumb_url]
        .map(text)
        .find((each) => each !== undefined);
      return address === undefined ? [] : [address.replace(/[?#].*$/s, '')];
    });
