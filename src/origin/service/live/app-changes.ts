import { APP_UID } from '../../../input/entities/limits.ts';
import { isRecord } from '../../../service/transport/transport.ts';
import type { LiveChange } from '../../live/live-origin.ts';
import type { OriginRow } from '../../origin.ts';
import { millisecondsOf } from '../app-lists.ts';

type Row = OriginRow['row'];

/** The app that changes are of, and what its events say of them. */
export type ChangeOf = {
  /** Begins the keys of messages that have none. */
  readonly prefix: string;
  /** @default false */
  readonly isNew?: boolean;
  /** @default 'upsert' */
  readonly kind?: LiveChange['kind'];
  /** True for a record of the API, which lacks nothing. */
  readonly isRecord: boolean;
};

/** An id, as events and records write it; undefined for what is none. */
export function idOf(value: unknown): string | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** The latest of some times of the service, in microseconds since 1970; 0 without any. */
function versionOf(...seconds: readonly unknown[]): number {
  return Math.max(0, ...seconds.map((each) => millisecondsOf(each) ?? 0)) * 1_000;
}

/** Members of users that events have besides, such as whether somebody is online now, are none of a record. */
const USER_FIELDS = [
  'uid',
  'name',
  'avatar',
  'link',
  'role',
  'statusMessage',
  'metadata',
  'tags',
  'createdAt',
  'updatedAt',
  'lastActiveAt',
] as const;

/** A user of an event as a row of the list of users; nothing for the app itself. */
export function userRecords(user: unknown): readonly OriginRow[] {
  if (!isRecord(user)) return [];
  const uid = idOf(user['uid']);
  if (uid === undefined || uid === APP_UID) return [];
  const fields = USER_FIELDS.flatMap((name) =>
    Object.hasOwn(user, name) ? [[name, user[name]] as const] : [],
  );
  const { deactivatedAt } = user;
  // Events write 0 for a user who is active.
  const gone = (millisecondsOf(deactivatedAt) ?? 0) > 0 ? [['deactivatedAt', deactivatedAt] as const] : [];
  return [{ list: 'users', row: Object.fromEntries([...fields, ...gone]) }];
}

/** A group of an event as a row of the list of conversations. */
export const groupRecords = (group: unknown): readonly OriginRow[] =>
  isRecord(group) && idOf(group['guid']) !== undefined ? [{ list: 'conversations', row: group }] : [];

/** The conversation of a message: the guid of its group, or the id of the conversation of two users. */
export function conversationOfMessage(message: Row): string | undefined {
  const { receiverType, receiver, sender, conversationId } = message;
  if (receiverType === 'group') return idOf(receiver);
  const both = [idOf(sender), idOf(receiver)];
  return both.includes(undefined) ? idOf(conversationId) : both.sort().join('_user_');
}

/** Categories that the service writes by itself: no messages of people. */
const OF_THE_SERVICE: ReadonlySet<unknown> = new Set(['action', 'call']);

/** True for a message that moderation has not let through: nobody but its sender has seen it. */
function isHeld({ data }: Row): boolean {
  const moderation = isRecord(data) ? data['moderation'] : undefined;
  const status = isRecord(moderation) ? moderation['status'] : undefined;
  return typeof status === 'string' && status !== 'approved';
}

/** The key of a message: its own one, or else one that is made of its id. */
export const keyOfMessage = ({ muid }: Row, id: string, prefix: string): string =>
  idOf(muid) ?? `${prefix}-${id}`;

/**
 * Makes a change of a message.
 * @returns nothing for what no person has written, or nobody has seen; undefined if it has no id
 */
export function messageChanges(message: Row, of: ChangeOf): readonly LiveChange[] | undefined {
  const id = idOf(message['id']);
  if (id === undefined) return undefined;
  if (OF_THE_SERVICE.has(message['category']) || isHeld(message)) return [];
  const { sentAt, updatedAt, editedAt, deletedAt, data, parentId, quotedMessageId, sender } = message;
  const context = contextOf(data);
  const isGone = of.kind === 'gone' || (deletedAt ?? undefined) !== undefined;
  return [
    {
      entity: 'messages',
      key: keyOfMessage(message, id, of.prefix),
      conversation: conversationOfMessage(message),
      kind: isGone ? 'gone' : 'upsert',
      isNew: of.isNew ?? false,
      version: versionOf(sentAt, updatedAt, editedAt, deletedAt),
      time: millisecondsOf(sentAt),
      sender: idOf(sender),
      parent: idOf(parentId) === undefined ? undefined : `${of.prefix}-${idOf(parentId)}`,
      rows: [{ list: 'messages', row: message }, ...context],
      isWhole: of.isRecord || isComplete(),
    },
  ];

  /** True if an event has all that is written, and its key is certain. */
  function isComplete(): boolean {
    const { receiver, receiverType, muid } = message;
    const isReached = receiverType === 'group' || receiverType === 'user';
    const isAddressed = idOf(sender) !== undefined && idOf(receiver) !== undefined && isReached;
    // The keys of other messages are not in an event.
    const isAlone = idOf(parentId) === undefined && idOf(quotedMessageId) === undefined;
    const hasBoth = context.length === 2 || (sender === APP_UID && context.length === 1);
    return (
      idOf(muid) !== undefined && isAddressed && isAlone && hasBoth && isRecord(data) && sentAt !== undefined
    );
  }
}

/** The users and the group that a message has with it. */
function contextOf(data: unknown): readonly OriginRow[] {
  const entities = isRecord(data) ? data['entities'] : undefined;
  if (!isRecord(entities)) return [];
  return ['sender', 'receiver', 'by', 'for'].flatMap((name) => {
    const side = entities[name];
    const entity = isRecord(side) ? side['entity'] : undefined;
    return [...userRecords(entity), ...groupRecords(entity)];
  });
}

/** Makes a change of a group; undefined if it has no id. */
export function groupChange(group: unknown, of: ChangeOf): LiveChange | undefined {
  if (!isRecord(group)) return undefined;
  const guid = idOf(group['guid']);
  if (guid === undefined) return undefined;
  return {
    entity: 'groups',
    key: guid,
    conversation: guid,
    kind: of.kind ?? 'upsert',
    isNew: of.isNew ?? false,
    // A group that goes says only when it had changed before.
    version: of.kind === 'gone' ? 0 : versionOf(group['updatedAt'], group['createdAt']),
    rows: groupRecords(group),
    isWhole: of.isRecord || of.kind === 'gone',
  };
}

/** Makes a change of a user, of its record. */
export function appUserChange(user: Row): LiveChange | undefined {
  const uid = idOf(user['uid']);
  if (uid === undefined || uid === APP_UID) return undefined;
  return {
    entity: 'users',
    key: uid,
    kind: 'upsert',
    isNew: false,
    version: versionOf(user['updatedAt'], user['createdAt'], user['deactivatedAt']),
    rows: [{ list: 'users', row: user }],
    isWhole: true,
  };
}

/** Makes a change of a member; undefined if it has no id, or is the app itself. */
export function appMemberChange(user: unknown, group: Row, of: ChangeOf): LiveChange | undefined {
  const guid = idOf(group['guid']);
  const uid = isRecord(user) ? idOf(user['uid']) : undefined;
  if (!isRecord(user) || guid === undefined || uid === undefined || uid === APP_UID) return undefined;
  const { scope, joinedAt } = user;
  const isBanned = user['isBanned'] === true;
  return {
    entity: 'members',
    key: JSON.stringify([guid, uid]),
    conversation: guid,
    kind: of.kind ?? 'upsert',
    isNew: of.isNew ?? false,
    version: 0,
    rows: [
      { list: 'members', of: guid, row: isBanned ? { uid, isBanned } : { uid, scope, joinedAt } },
      ...groupRecords(group),
      ...userRecords(user),
    ],
    isWhole: of.isRecord || of.kind === 'gone' || isBanned || typeof scope === 'string',
  };
}

/** Makes a change of a reaction; undefined if it lacks something. Its message is not in the event, nor the key of that. */
export function appReactionChange(reaction: unknown, of: ChangeOf): LiveChange | undefined {
  if (!isRecord(reaction)) return undefined;
  const [id, uid, text] = [idOf(reaction['messageId']), idOf(reaction['uid']), idOf(reaction['reaction'])];
  if (id === undefined || uid === undefined || text === undefined) return undefined;
  const { reactedAt, reactedBy } = reaction;
  const parent = `${of.prefix}-${id}`;
  return {
    entity: 'reactions',
    key: JSON.stringify([parent, uid, text]),
    kind: of.kind ?? 'upsert',
    isNew: of.isNew ?? false,
    // Of one that is taken back it says when it was given: so it belongs to that one.
    version: versionOf(reactedAt),
    sender: uid,
    parent,
    rows: [{ list: 'reaction', of: id, row: { reaction: text, uid, reactedAt } }, ...userRecords(reactedBy)],
    isWhole: of.isRecord,
  };
}
