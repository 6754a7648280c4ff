import { isRecord } from '../../../service/transport/transport.ts';
import type { LiveChange } from '../../live/live-origin.ts';
import type { OriginRow } from '../../origin.ts';
import { naturalNumber, text } from '../records.ts';

type Row = OriginRow['row'];

/** An event of Sendbird: some have their members in `payload`, some beside it. */
export type SendbirdEvent = Readonly<Record<string, unknown>>;

/** The members of an event and of its payload. */
const partsOf = (event: SendbirdEvent): Row => {
  const { payload } = event;
  return isRecord(payload) ? { ...event, ...payload } : event;
};

export const channelOf = ({ channel, channel_url }: SendbirdEvent): string | undefined =>
  text(isRecord(channel) ? channel['channel_url'] : channel_url);

/** The word for text messages, files and messages of the application. */
const TYPES = ['MESG', 'FILE', 'ADMM'];

/** A message of an event as its list has it; undefined if it has no id. */
export function messageRecord(event: SendbirdEvent): Row | undefined {
  const parts = partsOf(event);
  const id = text(parts['message_id']);
  if (id === undefined) return undefined;
  const { sender, user, type, custom_type = '', data = '', created_at } = parts;
  const said = changedTo(event, 'message') ?? parts['message'] ?? '';
  const parent = text(parts['parent_message_id']);
  return {
    message_id: parts['message_id'],
    type: TYPES.includes(String(type)) ? type : 'MESG',
    message: said,
    custom_type: changedTo(event, 'custom_type') ?? custom_type,
    data: changedTo(event, 'data') ?? data,
    user: person(sender ?? user),
    created_at,
    updated_at: naturalNumber(parts['updated_at']) ?? 0,
    is_removed: false,
    mentioned_users: Array.isArray(parts['mentioned_users']) ? parts['mentioned_users'] : [],
    ...filesOf(parts),
    ...(parent === undefined || parent === '0' ? {} : { parent_message_id: parts['parent_message_id'] }),
    ...(Array.isArray(parts['sorted_metaarray']) ? { sorted_metaarray: parts['sorted_metaarray'] } : {}),
    ...(parts['is_reply_to_channel'] === true ? { is_reply_to_channel: true } : {}),
  };
}

/** The new value of a member, where the event says what has changed. */
function changedTo({ changes }: SendbirdEvent, key: string): unknown {
  const found = Array.isArray(changes)
    ? changes.find((change) => isRecord(change) && change['key'] === key)
    : undefined;
  return isRecord(found) ? (found['new'] ?? undefined) : undefined;
}

/** A file as its list has it: events name its members otherwise. */
function filesOf(parts: Row): Row {
  const { files, url } = parts;
  if (Array.isArray(files)) return { file: {}, files: files.filter(isRecord).map(fileOf) };
  return { file: text(url) === undefined ? {} : fileOf(parts) };
}

function fileOf(given: Row): Row {
  const { url, require_auth } = given;
  const name = given['filename'] ?? given['file_name'] ?? given['name'];
  const type = given['content_type'] ?? given['file_type'];
  const size = given['file_size'] ?? given['size'];
  return Object.fromEntries(
    Object.entries({ url, name, type, size, require_auth }).filter(([, value]) => value !== undefined),
  );
}

/** Members of a user that say who it is. */
const PERSON = ['user_id', 'nickname', 'profile_url', 'metadata', 'is_active'];

function person(user: unknown): Row | null {
  if (!isRecord(user) || text(user['user_id']) === undefined) return null;
  return Object.fromEntries(Object.entries(user).filter(([name]) => PERSON.includes(name)));
}

/** The user of an event as a row of the list of users. */
export function personRows(user: unknown): readonly OriginRow[] {
  const row = person(user);
  return row === null ? [] : [{ list: 'users', row }];
}

/**
 * The channel of an event as rows of its lists. Of two people alone the conversation is known by its members: without them it
 * has none.
 */
export function channelRows(event: SendbirdEvent, isOpen: boolean): readonly OriginRow[] {
  const { channel, members } = event;
  const of = channelOf(event);
  if (!isRecord(channel) || of === undefined) return [];
  if (isOpen) return [{ list: 'conversations', row: { ...channel, participant_count: 0 } }];
  if (channel['is_distinct'] !== true || channel['is_public'] === true)
    return [{ list: 'conversations', row: channel }];
  const people = Array.isArray(members) ? members.filter(isRecord) : [];
  if (people.length === 0) return [];
  return [
    { list: 'conversations', row: { ...channel, member_count: people.length } },
    ...people.map((row) => ({ list: 'members', of, row: member(row) })),
  ];
}

const member = (row: Row): Row => ({
  ...person(row),
  state: row['state'] ?? 'joined',
  role: row['role'] ?? 'none',
});

/** Members of a message that decide what kind of change it is. */
export type MessageOf = Pick<LiveChange, 'kind' | 'isNew'> & {
  readonly channel: string;
  readonly context: readonly OriginRow[];
  readonly isWhole: boolean;
};

/** Makes a change of a message in the form of its list; undefined if it has no id. */
export function sendbirdMessage(row: Row, { channel, context, ...of }: MessageOf): LiveChange | undefined {
  const key = text(row['message_id']);
  if (key === undefined) return undefined;
  const parent = text(row['parent_message_id']);
  const [created, updated] = [naturalNumber(row['created_at']), naturalNumber(row['updated_at'])];
  const user = row['user'];
  return {
    entity: 'messages',
    key,
    conversation: channel,
    ...of,
    // Of one that is gone no time says when it went.
    version: of.kind === 'gone' ? 0 : Math.max(created ?? 0, updated ?? 0) * 1_000,
    time: created,
    sender: isRecord(user) ? text(user['user_id']) : undefined,
    parent: parent === '0' ? undefined : parent,
    rows: [{ list: 'messages', of: channel, row }, ...context, ...personRows(user)],
  };
}

/** A reaction as people see it. */
export type GivenReaction = { readonly user: string; readonly reaction: string };

/** Makes a change of a reaction: its record is the message with that reaction alone. */
export function sendbirdReaction(
  row: Row,
  { user, reaction }: GivenReaction,
  { channel, context, ...of }: MessageOf & Pick<LiveChange, 'version'>,
): LiveChange | undefined {
  const parent = text(row['message_id']);
  if (parent === undefined) return undefined;
  const record = { ...row, reactions: [{ key: reaction, user_ids: [user] }] };
  return {
    entity: 'reactions',
    key: JSON.stringify([parent, user, reaction]),
    conversation: channel,
    ...of,
    sender: user,
    parent,
    rows: [{ list: 'messages', of: channel, row: record }, ...context],
  };
}

/** The reactions that a record has. */
export function reactionsOfRecord({ reactions }: Row): readonly GivenReaction[] {
  if (!Array.isArray(reactions)) return [];
  return reactions.filter(isRecord).flatMap(({ key, user_ids: ids }) => {
    const reaction = text(key);
    const users = Array.isArray(ids) ? ids.map(text) : [];
    return users.flatMap((user) =>
      user === undefined || reaction === undefined ? [] : [{ user, reaction }],
    );
  });
}
