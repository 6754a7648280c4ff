import type { MessageSink } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import { list, number, record, records, textValue, textValues } from '../../files/values.ts';
import type { RecordPlace, SourceFile, SourceMessage, SourceReaction } from '../../neutral.ts';
import { SLACKBOT, without } from './people.ts';
import { textOf } from './text.ts';

/** Pinned messages in a list of conversations: each, by its `ts`. */
export type Pins = ReadonlyMap<string, NonNullable<SourceMessage['pinned']>>;

/** Facts about a message beside its row. */
export type MessageContext = {
  readonly conversation: string;
  readonly pins: Pins | undefined;
  readonly paths: FilePaths;
  readonly bots: ReadonlyMap<string, string>;
};

/** Messages that Slack itself wrote about a conversation, by their `subtype` without `channel_` and the like. */
const SYSTEM = new Set([
  'join',
  'leave',
  'topic',
  'purpose',
  'name',
  'archive',
  'unarchive',
  'posting_permissions',
  'convert_to_private',
  'convert_to_public',
  'pinned_item',
  'unpinned_item',
  'bot_add',
  'bot_remove',
  'bot_enable',
  'bot_disable',
  'reminder_add',
  'reminder_delete',
  'app_conversation_join',
  'app_conversation_leave',
  'canvas_updated',
  'tabbed_canvas_updated',
  'sh_room_created',
  'sh_room_shared',
  'joiner_notification',
  'joiner_notification_for_inviter',
  'ekm_access_denied',
  'reply_broadcast',
  'message_replied',
  'channel_join_inviter',
]);
const OF_CONVERSATION = /^(?:channel|group|mpim|im)_/;

/** Hands on the message of a row. */
export function readMessage(
  row: ExportObject,
  context: MessageContext,
  sink: MessageSink,
  place: RecordPlace,
): void {
  const message = messageOf(row, context);
  if (Number.isNaN(message.time)) sink.unreadable('messages', without('ts', row), place);
  else sink.message(message, place);
}

/** Rows about a change of another message are that message. */
function messageOf(row: ExportObject, context: MessageContext): SourceMessage {
  switch (row['subtype']) {
    case undefined:
      return plainMessage(row, context);
    case 'tombstone':
      return deletedMessage(row, textValue(row['ts']), context);
    case 'message_deleted':
      return deletedMessage(row, textValue(row['deleted_ts']), context);
    case 'message_changed': {
      const changed = record(row['message']);
      return changed
        ? messageOf({ ...changed, subtype: changed['subtype'] }, context)
        : plainMessage(row, context);
    }
    default:
      return messageWithSubtype(row, textValue(row['subtype']) ?? '', context);
  }
}

function messageWithSubtype(row: ExportObject, subtype: string, context: MessageContext): SourceMessage {
  const kind = subtype.replace(OF_CONVERSATION, '');
  const message = plainMessage(row, context);
  if (SYSTEM.has(kind)) return { ...message, system: subtype };
  const { metadata } = message;
  switch (subtype) {
    case 'thread_broadcast':
      return { ...message, metadata: { ...metadata, broadcast: true } };
    case 'me_message':
      return { ...message, metadata: { ...metadata, kind: 'me' } };
    case 'huddle_thread':
      return { ...message, ...huddleOf(row, message) };
    default:
      return message;
  }
}

function plainMessage(row: ExportObject, context: MessageContext): SourceMessage {
  const { conversation, pins, paths } = context;
  const ts = textValue(row['ts']) ?? '';
  const thread = row['thread_ts'];
  const { edited: change, reactions } = row;
  const edited = change === undefined ? undefined : record(change);
  const pinned = pins?.get(ts) ?? (row['pinned_to'] === undefined ? undefined : pinOf(row, conversation));
  const username = row['username'] === undefined ? undefined : textValue(row['username']);
  return {
    id: ts,
    conversation,
    ...authorOf(row, username, context),
    time: timeOf(ts),
    text: textOf(row),
    markup: 'slack',
    files: filesOf(row, paths),
    ...(typeof thread === 'string' && thread !== ts && thread !== '' ? { parent: thread } : {}),
    ...(edited
      ? { edited: { at: timeOf(textValue(edited['ts']) ?? ''), by: textValue(edited['user']) } }
      : {}),
    ...(edited ? { version: number(edited['ts']) ?? 0 } : {}),
    ...(pinned ? { pinned } : {}),
    ...(reactions === undefined ? {} : { reactions: reactionsOf(reactions) }),
    ...(row['hidden'] === true ? { hidden: 'hidden' } : {}),
    ...(row['is_ephemeral'] === true ? { hidden: 'ephemeral' } : {}),
    ...(username !== undefined && row['user'] === undefined ? { metadata: { username } } : {}),
  };
}

function deletedMessage(row: ExportObject, ts = '', { conversation }: MessageContext): SourceMessage {
  const thread = row['thread_ts'];
  return {
    id: ts,
    conversation,
    // Whose message it was is no longer known: Slack names its own program, and programs may be left out.
    time: timeOf(ts),
    ...(typeof thread === 'string' && thread !== ts ? { parent: thread } : {}),
    deleted: {},
  };
}

/** Slack writes a time in seconds with six digits after the point. */
const TS = /^(\d{1,11})(?:\.(\d{1,6}))?$/;

/** Place of the point in nearly every time, and its length then. */
const [USUAL_POINT, USUAL_CHARS] = [10, 17];
const [POINT, ZERO] = [0x2e, 0x30];

/** The number that digits stand for; NaN if others are among them. */
function digitsIn(text: string, from: number, end: number): number {
  let number = 0;
  for (let at = from; at < end; at++) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
}

/** Milliseconds of a `ts`; NaN if it is none. */
function timeOf(ts: string): number {
  if (ts.length === USUAL_CHARS && ts.charCodeAt(USUAL_POINT) === POINT) {
    const [seconds, micro] = [digitsIn(ts, 0, USUAL_POINT), digitsIn(ts, USUAL_POINT + 1, USUAL_CHARS)];
    // No digits: NaN.
    return seconds * 1000 + micro / 1000;
  }
  const [, seconds, micro = ''] = TS.exec(ts) ?? [];
  return seconds === undefined ? Number.NaN : Number(seconds) * 1000 + Number(micro.padEnd(6, '0')) / 1000;
}

type AuthorOf = Pick<SourceMessage, 'sender' | 'senderName' | 'senderIsBot'>;

/** Slack's own name for nobody. */
const NOBODY = 'U00';

function authorOf(row: ExportObject, username: string | undefined, { bots }: MessageContext): AuthorOf {
  const user = textValue(row['user']);
  if (user === SLACKBOT) return { sender: user, senderName: 'Slackbot', senderIsBot: true };
  if (user !== undefined && user !== NOBODY) {
    const profile = row['user_profile'] === undefined ? undefined : record(row['user_profile']);
    if (!profile) return { sender: user };
    return {
      sender: user,
      senderName: textValue(profile['display_name']) ?? textValue(profile['real_name']),
    };
  }
  const bot = textValue(row['bot_id']);
  if (bot !== undefined) {
    const known = bots.get(bot);
    const senderName = username ?? textValue(record(row['bot_profile'])?.['name']) ?? bot;
    return known === undefined ? { sender: bot, senderName, senderIsBot: true } : { sender: known };
  }
  if (username !== undefined) return { sender: `bot-${username}`, senderName: username, senderIsBot: true };
  return { sender: textValue(record(row['comment'])?.['user']) ?? user };
}

/** A call: Slack is its author, the room knows who began it. */
function huddleOf(row: ExportObject, { text: own, metadata }: SourceMessage): Partial<SourceMessage> {
  const room = record(row['room']) ?? {};
  const [start, end] = [number(room['date_start']), number(room['date_end'])];
  const participants = list(room['participant_history'] ?? room['participants']).length;
  const sender = textValue(room['created_by']);
  return {
    ...(sender === undefined ? {} : { sender, senderName: undefined, senderIsBot: false }),
    text: own || 'Huddle',
    metadata: {
      ...metadata,
      huddle: { ...(start ? { start } : {}), ...(end ? { end } : {}), participants },
    },
  };
}

function pinOf(row: ExportObject, conversation: string): SourceMessage['pinned'] {
  if (list(row['pinned_to']).length === 0) return undefined;
  const info = record(record(row['pinned_info'])?.[conversation]);
  const at = number(info?.['pinned_ts']);
  return { by: textValue(info?.['pinned_by']), at: at === undefined ? undefined : at * 1000 };
}

const reactionsOf = (given: unknown): SourceReaction[] =>
  records(given).flatMap((reaction) => {
    const name = textValue(reaction['name']);
    if (name === undefined) return [];
    return [{ reaction: name, users: textValues(reaction['users']), count: number(reaction['count']) }];
  });

/** Files that exporters have put into the export: of each, the path by its id. */
type FilePaths = ReadonlyMap<string, string>;

const PATHS = [
  // The exporters' own folder for all files, and their folder beside the days of a channel.
  /(?:^|\/)__uploads\/([^/]+)\/[^/]+$/,
  /(?:^|\/)attachments\/(F[A-Z0-9]+)-[^/]+$/,
  // That of a dump, with the id of the channel.
  /(?:^|\/)[CDG][A-Z0-9]+(?:-[\d.]+)?\/(F[A-Z0-9]+)-[^/]+$/,
];

/** Why Slack no longer has a file, by its `mode`. */
const GONE: Readonly<Record<string, string>> = { tombstone: 'deleted', hidden_by_limit: 'hiddenByLimit' };

export function filePaths(all: readonly { readonly name: string }[]): FilePaths {
  const paths = new Map<string, string>();
  for (const { name } of all)
    for (const pattern of PATHS) {
      const id = pattern.exec(name)?.[1];
      if (id !== undefined) paths.set(id, name);
    }
  return paths;
}

/** The files of a message; in exports before 2018 there was one, under another name. */
function filesOf(row: ExportObject, paths: FilePaths): readonly SourceFile[] {
  const given = row['files'] ?? row['file'];
  if (given === undefined) return [];
  return records(Array.isArray(given) ? given : [given]).map((file) => fileOf(file, paths));
}

function fileOf(file: ExportObject, paths: FilePaths): SourceFile {
  const id = textValue(file['id']);
  const mode = textValue(file['mode']);
  return {
    name: textValue(file['name']) ?? textValue(file['title']) ?? id,
    type: textValue(file['mimetype']),
    size: number(file['size']),
    gone: mode === undefined ? undefined : GONE[mode],
    path: id === undefined ? undefined : paths.get(id),
    ...addressOf(textValue(file['url_private'])),
  };
}

/** The address without the token with which an export lets anybody read all files of the workspace; that opens it for copies. */
function addressOf(address: string | undefined): Pick<SourceFile, 'privateUrl' | 'apiUrl'> {
  if (!address?.includes('xox')) return { privateUrl: address };
  const url = URL.parse(address);
  if (!url) return {};
  for (const [name, value] of [...url.searchParams])
    if (value.startsWith('xox')) url.searchParams.delete(name);
  return { privateUrl: url.href, apiUrl: address };
}
