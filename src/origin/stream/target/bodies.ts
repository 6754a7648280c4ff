import { isDeepStrictEqual } from 'node:util';
import { isAddedMetadata } from '../../../input/entities/added-members.ts';
import { defined } from '../../../input/json/defined.ts';
import { asObject, type Json, objects, text } from '../asked.ts';

/** Members that Stream gives a meaning: those of an app must not take their place. */
const RESERVED = new Set([
  'id',
  'cid',
  'type',
  'role',
  'name',
  'image',
  'text',
  'html',
  'user',
  'user_id',
  'parent_id',
  'attachments',
  'mentioned_users',
  'silent',
  'pinned',
  'frozen',
  'disabled',
  'config',
  'members',
  'member_count',
  'created_by',
  'created_by_id',
  'created_at',
  'updated_at',
  'deleted_at',
  'deactivated_at',
  'last_active',
  'online',
  'banned',
  'teams',
  'team',
  'language',
  'invisible',
  'channel',
  'command',
  'i18n',
  'moderation',
  'poll_id',
  'quoted_message_id',
  'show_in_channel',
  'restricted_visibility',
]);

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
