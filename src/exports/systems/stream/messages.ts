import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { boolean, instant, isWritten, list, number, record, records, textValue } from '../../files/values.ts';
import {
  deletedOrEdited,
  type SourceFile,
  type SourceGivenReaction,
  type SourceMessage,
} from '../../neutral.ts';
import { channelOf } from './channels.ts';

const OWN = new Set([
  'id',
  'cid',
  'channel_id',
  'channel_type',
  'channel_member_ids',
  'user',
  'user_id',
  'text',
  'html',
  'type',
  'created_at',
  'updated_at',
  'deleted_at',
  'message_text_updated_at',
  'attachments',
  'command',
  'pinned',
  'parent_id',
  'quoted_message',
  'quoted_message_id',
  'reply_count',
  'deleted_reply_count',
  'pinned_at',
  'mentioned_users',
  'mentioned_users_ids',
  'latest_reactions',
  'own_reactions',
  'reaction_counts',
  'pinned_by',
  'reaction_scores',
  'reaction_groups',
  'thread_participants',
  'pinned_by_id',
  'shadowed',
  'i18n',
  'member',
  'restricted_visibility',
  'before_message_send_failed',
  'poll',
  'poll_id',
  'channel',
  'mentioned_channel',
]);

/** Kinds of messages that only their author has seen. */
const UNSHOWN = new Set(['ephemeral', 'error']);

/**
 * @param missing the time of a message without one
 * @returns undefined if the row has no id or no channel
 */
export function messageFrom(row: ExportObject, missing: number | undefined): SourceMessage | undefined {
  const [id, conversation] = [textValue(row['id']), channelOf(row)];
  if (id === undefined || conversation === undefined) return undefined;
  const user = record(row['user']);
  const type = textValue(row['type']);
  const time = instant(row['created_at']) ?? missing ?? Number.NaN;
  const isDeleted = type === 'deleted' || isWritten(row['deleted_at']);
  const changed = instant(row['message_text_updated_at']) ?? instant(row['updated_at']);
  const hidden = hiddenAs(row, type);
  const parent = textValue(row['parent_id']);
  const attachments = records(row['attachments']);
  const poll = isDeleted ? undefined : pollOf(row);
  return {
    id,
    conversation,
    time,
    sender: textValue(row['user']) ?? textValue(user?.['id']) ?? textValue(row['user_id']),
    senderName: textValue(user?.['name']),
    text: textValue(row['text']),
    ...(type === 'system' ? { system: 'system' } : {}),
    ...(hidden === undefined ? {} : { hidden }),
    ...(parent === undefined ? {} : { parent }),
    ...(attachments.length > 0 ? { files: attachments.map(fileOf) } : {}),
    ...deletedOrEdited(time, changed, isDeleted && { at: instant(row['deleted_at']) }),
    ...pinOf(row),
    version: instant(row['updated_at']) ?? 0,
    mentions: list(row['mentioned_users_ids'] ?? row['mentioned_users']).length,
    ...(poll ? { custom: { type: 'poll', data: poll } } : {}),
    metadata: metadataOf(row),
  };
}

function hiddenAs(row: ExportObject, type: string | undefined): string | undefined {
  if (type !== undefined && UNSHOWN.has(type)) return type;
  if (boolean(row['shadowed'])) return 'shadowed';
  return list(row['restricted_visibility']).length > 0 ? 'restricted' : undefined;
}

function pinOf(row: ExportObject): Pick<SourceMessage, 'pinned'> {
  const at = instant(row['pinned_at']);
  if (at === undefined && !boolean(row['pinned'])) return {};
  return {
    pinned: { at, by: textValue(row['pinned_by_id']) ?? textValue(record(row['pinned_by'])?.['id']) },
  };
}

/** Members that an app or Stream itself has added: also the message that is quoted, and attachments that are no files. */
function metadataOf(row: ExportObject): Readonly<Record<string, unknown>> {
  const quoted = textValue(row['quoted_message_id']) ?? textValue(record(row['quoted_message'])?.['id']);
  const own = records(row['attachments']).filter(isOfApp);
  return {
    ...restOf(row, OWN),
    ...(quoted === undefined ? {} : { quotedMessage: quoted }),
    ...(own.length > 0 ? { attachments: own } : {}),
  };
}

const isOfApp = (attachment: ExportObject): boolean =>
  urlOf(attachment) === undefined && !isPreview(attachment);

/** The preview of a link in the text. */
const isPreview = (attachment: ExportObject): boolean =>
  textValue(attachment['og_scrape_url']) !== undefined ||
  (textValue(attachment['title_link']) !== undefined &&
    textValue(attachment['asset_url']) === undefined &&
    attachment['type'] !== GIPHY);

/** A picture that Stream has found by a word; its link leads to a page with it. */
const GIPHY = 'giphy';

const urlOf = (attachment: ExportObject): string | undefined =>
  textValue(attachment['asset_url']) ??
  textValue(attachment['image_url']) ??
  textValue(attachment['file_url']) ??
  textValue(attachment['url']) ??
  textValue(attachment['thumb_url']);

/** The pictures of Giphy are always of this type. */
const typeOf = (attachment: ExportObject): string | undefined =>
  textValue(attachment['mime_type']) ?? (attachment['type'] === GIPHY ? 'image/gif' : undefined);

/** A signature of Stream's own storage ends after some weeks. */
const SIGNED = /[?&](?:Signature|Key-Pair-Id|Expires|X-Amz-Signature)=/i;

function fileOf(attachment: ExportObject): SourceFile {
  const url = urlOf(attachment);
  const name =
    textValue(attachment['title']) ??
    textValue(attachment['fallback']) ??
    (url ? undefined : textValue(attachment['type']));
  const size = number(attachment['file_size'] ?? attachment['size']);
  const common = { name, type: typeOf(attachment), size };
  if (isPreview(attachment)) return { ...common, gone: 'linkPreview' };
  if (url === undefined) return common;
  return { ...common, ...(SIGNED.test(url) ? { privateUrl: url } : { url }) };
}

function pollOf(row: ExportObject): Readonly<Record<string, unknown>> | undefined {
  const poll = record(row['poll']);
  const id = textValue(row['poll_id']) ?? textValue(poll?.['id']);
  if (id === undefined && !poll) return undefined;
  const options = records(poll?.['options']).flatMap(({ text }) => textValue(text) ?? []);
  const [name, description] = [textValue(poll?.['name']), textValue(poll?.['description'])];
  return { id, name, description, ...(options.length > 0 ? { options } : {}) };
}

/** A reaction; undefined if the row names no message, no user or no reaction. */
export function reactionFrom(row: ExportObject): SourceGivenReaction | undefined {
  const message = textValue(row['message_id']);
  const user = textValue(row['user_id']) ?? textValue(record(row['user'])?.['id']);
  const reaction = textValue(row['type']);
  if (message === undefined || user === undefined || reaction === undefined) return undefined;
  return { message, user, reaction, at: instant(row['created_at']) };
}

/** The reactions that stand in a message: the latest ones by name, and how many there are. */
export function reactionsIn(row: ExportObject): {
  readonly named: readonly SourceGivenReaction[];
  readonly all: number;
} {
  const named = records(row['latest_reactions']).flatMap(
    (reaction) => reactionFrom({ message_id: row['id'], ...reaction }) ?? [],
  );
  const counts = Object.values(record(row['reaction_counts']) ?? {});
  const all = counts.reduce<number>((sum, count) => sum + (number(count) ?? 0), 0);
  return { named, all: Math.max(all, named.length) };
}
