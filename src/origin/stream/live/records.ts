import { conversationIdOf } from '../../../exports/own-channels.ts';
import type { LiveChange } from '../../live/live-origin.ts';
import type { OriginRow } from '../../origin.ts';
import { asObject, type Json, micros, millis, numberIn, objects, text } from '../asked.ts';

/** A member of channels that we have frozen: they are shown as they were before. */
export const FROZEN_BY_US = 'chatferry_frozen';

/** The beginning of ids that Stream makes of members. */
const DISTINCT = '!members';

/** A channel as far as an event or an answer tells of it. */
export type KnownChannel = {
  readonly cid: string;
  /** Its record, and those of its members, in the form of the lists; none if only its id is known. */
  readonly rows: readonly OriginRow[];
  /** False if its members say what it is, and not all of them are there. */
  readonly isWhole: boolean;
};

/** The channel, without what we have changed of it. */
function asBefore(channel: Json): Json {
  if (channel[FROZEN_BY_US] !== true) return channel;
  const { [FROZEN_BY_US]: _, ...before } = channel;
  return { ...before, frozen: false };
}

/** Reads a channel with those members that came along. Events have no more than 50 of them, answers 100. */
export function channelFrom(channel: Json | undefined, members: readonly Json[], cid: string): KnownChannel {
  if (!channel) return { cid, rows: [], isWhole: false };
  const isDistinct = cid.includes(`:${DISTINCT}`);
  const count = channel['member_count'];
  return {
    cid,
    rows: [
      { list: 'conversations', row: { channel: { ...asBefore(channel), cid }, members } },
      ...members.map((row) => ({ list: 'members', of: cid, row })),
    ],
    isWhole: !isDistinct || members.length >= (typeof count === 'number' ? count : 2),
  };
}

/** Parts of an event that say more than its record. */
type Said = {
  readonly isNew?: boolean;
  /** When it was said, for records that do not say when they changed: microseconds since 1970. */
  readonly at?: number;
};
type ToldChange = Said & { readonly kind: LiveChange['kind'] };

const REACTIONS = ['latest_reactions', 'own_reactions'] as const;

/** Reactions come one by one: those that stand in a message are of the time when the event was made. */
function withReactions(message: Json, cid: string, reactions: readonly Json[]): Json {
  const none = Object.fromEntries(REACTIONS.map((name) => [name, []]));
  const counts = Object.fromEntries(reactions.map(({ type }) => [String(type), 1]));
  return { ...message, cid, ...none, latest_reactions: reactions, reaction_counts: counts };
}

const isDeleted = (message: Json): boolean =>
  message['type'] === 'deleted' || text(message['deleted_at']) !== undefined;

const authorOf = (message: Json): string | undefined =>
  text(asObject(message['user'])?.['id']) ?? text(message['user_id']);

const versionOf = (record: Json): number => micros(record['updated_at']) || micros(record['created_at']);

/** A change of a message; undefined if it has no id. */
export function messageChange(message: Json, channel: KnownChannel, said: Said = {}): LiveChange | undefined {
  const id = text(message['id']);
  if (id === undefined) return undefined;
  const isGone = isDeleted(message);
  const { cid } = channel;
  return {
    entity: 'messages',
    key: id,
    conversation: cid,
    kind: isGone ? 'gone' : 'upsert',
    isNew: said.isNew === true && !isGone,
    version: Math.max(versionOf(message), micros(message['deleted_at']), said.at ?? 0),
    time: millis(message['created_at']),
    sender: authorOf(message),
    parent: text(message['parent_id']),
    rows: [{ list: 'messages', of: cid, row: withReactions(message, cid, []) }, ...channel.rows],
    isWhole:
      channel.isWhole && authorOf(message) !== undefined && millis(message['created_at']) !== undefined,
  };
}

/** A message that nothing is left of; undefined if it has no id. */
export function erasedMessage(message: Json, channel: KnownChannel, at: number): LiveChange | undefined {
  const id = text(message['id']);
  if (id === undefined) return undefined;
  const [time, sender] = [millis(message['created_at']), authorOf(message)];
  const row = { id, ...(sender === undefined ? {} : { sender }), ...(time === undefined ? {} : { time }) };
  return {
    entity: 'messages',
    key: id,
    conversation: channel.cid,
    kind: 'gone',
    isNew: false,
    version: at,
    time,
    sender,
    parent: text(message['parent_id']),
    rows: [{ list: 'gone', of: channel.cid, row }, ...channel.rows],
    isWhole: true,
  };
}

/** A change of a reaction, which stands in its message; undefined if it lacks what names it. */
export function messageReactionChange(
  reaction: Json,
  message: Json | undefined,
  channel: KnownChannel,
  said: ToldChange,
): LiveChange | undefined {
  const of = text(reaction['message_id']) ?? text(message?.['id']);
  const user = text(reaction['user_id']) ?? text(asObject(reaction['user'])?.['id']);
  const type = text(reaction['type']);
  if (of === undefined || user === undefined || type === undefined) return undefined;
  const { cid } = channel;
  const row = { ...reaction, message_id: of, user_id: user };
  return {
    entity: 'reactions',
    key: JSON.stringify([of, user, type]),
    conversation: cid,
    kind: said.kind,
    isNew: said.isNew === true && said.kind === 'upsert',
    version: said.kind === 'gone' ? (said.at ?? 0) : versionOf(reaction) || (said.at ?? 0),
    time: millis(message?.['created_at']),
    sender: user,
    parent: of,
    rows: message
      ? [{ list: 'messages', of: cid, row: withReactions(message, cid, [row]) }, ...channel.rows]
      : channel.rows,
    isWhole: message !== undefined && channel.isWhole,
  };
}

/** A change of a member; undefined if it has no user. */
export function channelMemberChange(
  member: Json,
  channel: KnownChannel,
  said: ToldChange & { readonly isWhole?: boolean },
): LiveChange | undefined {
  const user = text(member['user_id']) ?? text(asObject(member['user'])?.['id']);
  if (user === undefined) return undefined;
  const { cid, rows } = channel;
  const others = rows.filter(({ list, row }) => list !== 'members' || row['user_id'] !== user);
  return {
    entity: 'members',
    key: JSON.stringify([conversationIdOf(cid), user]),
    conversation: cid,
    kind: said.kind,
    isNew: said.isNew === true,
    version: said.kind === 'gone' ? (said.at ?? 0) : versionOf(member) || (said.at ?? 0),
    sender: user,
    rows: [{ list: 'members', of: cid, row: { ...member, user_id: user } }, ...others],
    isWhole: said.isWhole !== false && rows.length > 0,
  };
}

/** A change of a channel. */
export function channelChange(channel: Json, known: KnownChannel, said: ToldChange): LiveChange {
  const members = known.rows.filter(({ list }) => list === 'members').length;
  return {
    entity: 'groups',
    key: conversationIdOf(known.cid),
    conversation: known.cid,
    kind: said.kind,
    isNew: said.isNew === true,
    version: Math.max(
      versionOf(channel),
      micros(channel['truncated_at']),
      said.kind === 'gone' ? (said.at ?? 0) : 0,
    ),
    rows: known.rows,
    isWhole:
      said.kind === 'gone' ||
      (known.isWhole && (!said.isNew || numberIn(channel['member_count']) <= members)),
  };
}

/** A change of a user; undefined if it has no id. */
export function personChange(user: Json, said: ToldChange): LiveChange | undefined {
  const id = text(user['id']);
  if (id === undefined) return undefined;
  return {
    entity: 'users',
    key: id,
    kind: said.kind,
    isNew: said.isNew === true,
    version: Math.max(versionOf(user), said.at ?? 0),
    rows: [{ list: 'users', row: user }],
    isWhole: true,
  };
}

/** The changes that the members of a new channel are. */
export const newMembers = (members: unknown, known: KnownChannel, said: Said): readonly LiveChange[] =>
  objects(members).flatMap((member) => channelMemberChange(member, known, { ...said, kind: 'upsert' }) ?? []);
