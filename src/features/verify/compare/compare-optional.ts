import { attachedKey } from '../../../input/entities/attached-key.ts';
import { type Peer, sideOf } from '../../../input/entities/conversation.ts';
import type { OptionalName } from '../../../input/entities/entity.ts';
import { eachOf } from '../../../service/each-of.ts';
import { expectedKeys } from '../expect/expected-rows.ts';
import { positionOf } from '../expect/sample.ts';
import type { EntityDeps } from './compare-entities.ts';
import {
  readWholeList,
  reasonOf,
  type TargetList,
  type TargetReader,
  type TargetRow,
} from './target-reader.ts';

/** The role that every user has who has no other: every app has it. */
const DEFAULT_ROLE = 'default';
const idOf = (value: unknown): string => (typeof value === 'string' ? value.toLowerCase() : '');

/** Way in which the service lists the rows of an entity part by part: those of a user, or of a message. */
type PartLists = {
  list(part: string): TargetList;
  /** The code by which the service says that there is no such part. */
  readonly nothing: string;
  /** The row of the source that a listed row stands for. */
  rowOf(row: TargetRow, part: string): { readonly key: string; readonly row: TargetRow };
  /** True if another part lists the row as well, and tells it. */
  isRepeated?(row: TargetRow): boolean;
};

/** The lists of each entity whose rows the service lists by user, message or group: those that have rows are read. */
const BY_PART: Readonly<
  Record<Exclude<OptionalName, 'roles' | 'receipts'>, (deps: EntityDeps) => PartLists>
> = {
  friends: ({ reader, rows }) => ({
    list: (uid) => reader.friends(uid),
    nothing: 'ERR_UID_NOT_FOUND',
    rowOf: (row, uid) => {
      const friendUid = idOf(row['uid']);
      return { key: [uid, friendUid].sort().join(' '), row: { uid, friendUid } };
    },
    // Both of its users list a friendship.
    isRepeated: ({ uid, friendUid }) =>
      (friendUid as string) < (uid as string) &&
      rows.number(
        `SELECT count(*) FROM ${rows.table} WHERE part = ? AND content IS NOT NULL`,
        friendUid as string,
      ) > 0,
  }),
  reactions: (deps) => ({
    list: (muid) => ofMessage(muid, deps, deps.reader.reactions),
    nothing: 'ERR_MESSAGE_ID_NOT_FOUND',
    rowOf: (row, muid) => {
      const found = { muid, uid: idOf(row['uid']), reaction: String(row['reaction']) };
      return { key: attachedKey(found.uid, found.reaction, muid), row: found };
    },
  }),
  pins: (deps) => ({
    async *list(muid) {
      for await (const page of ofMessage(muid, deps, deps.reader.message))
        yield page.filter(({ pinnedAt }) => pinnedAt !== undefined && pinnedAt !== null);
    },
    nothing: 'ERR_MESSAGE_ID_NOT_FOUND',
    rowOf: (row, muid) => ({ key: muid, row: { muid, uid: idOf(row['pinnedBy']) } }),
  }),
  blocks: ({ reader }) => ({
    list: (uid) => reader.blockedUsers(uid),
    nothing: 'ERR_UID_NOT_FOUND',
    rowOf: (row, uid) => {
      const blockedUid = idOf(row['uid']);
      return { key: `${uid} ${blockedUid}`, row: { uid, blockedUid } };
    },
  }),
  bans: ({ reader, rows }) => {
    const isMember = expectedKeys(rows, 'members');
    return {
      list: (guid) => reader.bannedUsers(guid),
      nothing: 'ERR_GUID_NOT_FOUND',
      rowOf: (row, guid) => {
        const uid = idOf(row['uid']);
        return { key: `${guid}_member_${uid}`, row: { guid, uid } };
      },
      // Those of banned members are of the members.
      isRepeated: ({ guid, uid }) => isMember(`${guid}_member_${uid}`),
    };
  },
  // Whether users have a token; which one is a secret.
  tokens: ({ reader }) => ({
    list: (uid) => reader.authTokens(uid),
    nothing: 'ERR_UID_NOT_FOUND',
    rowOf: (_, uid) => ({ key: uid, row: { uid } }),
  }),
};

/** Compares the rows of an optional entity. */
export async function compareOptional(name: OptionalName, deps: EntityDeps): Promise<void> {
  if (name === 'roles') await compareRoles(deps);
  else if (name === 'receipts') await compareReceipts(deps);
  else await compareByPart(deps, BY_PART[name](deps));
}

async function compareRoles({ reader, comparer, below, tick }: EntityDeps): Promise<void> {
  const failure = await readWholeList(reader.roles(), (row) => {
    tick('roles');
    const role = idOf(row['role']);
    if (positionOf(role) >= below || comparer.mark(role, row) || role === DEFAULT_ROLE) return;
    comparer.onlyTarget(role);
  });
  if (failure) comparer.unread(null, 'roles', reasonOf(failure));
  comparer.finish(below);
}

/** A list of a message that has rows; empty if this pipeline wrote none with this key. */
async function* ofMessage(
  muid: string,
  { messages, comparer }: EntityDeps,
  list: (id: string) => TargetList,
): TargetList {
  const id = messages.idOf(muid);
  if (id === undefined) return;
  if (id === null) comparer.unread(muid, muid, 'the service did not return the id of the message');
  else yield* list(id);
}

/** Compares rows that the service lists part by part, in those parts that have rows in the source. */
async function compareByPart(deps: EntityDeps, lists: PartLists): Promise<void> {
  const { rows, comparer, below, concurrency } = deps;
  await eachOf(rows.parts(below), concurrency, async ({ part }) => await comparePart(part, deps, lists));
  // Rows move to another page if others are removed while a list is read.
  await eachOf(comparer.missedParts(below), concurrency, async (part) => {
    if (part === null) return;
    await readWholeList(lists.list(part), (row) => {
      const found = lists.rowOf(row, part);
      comparer.markMissed(found.key, found.row);
    });
  });
  comparer.finish(below);
}

async function comparePart(part: string, deps: EntityDeps, lists: PartLists): Promise<void> {
  const { comparer, rows, tick } = deps;
  const failure = await readWholeList(lists.list(part), (one) => {
    tick(rows.entity);
    const { key, row } = lists.rowOf(one, part);
    if (!comparer.mark(key, row) && !lists.isRepeated?.(row)) comparer.onlyTarget(key);
  });
  if (failure && failure.code !== lists.nothing) comparer.unread(part, part, reasonOf(failure));
}

type ExpectedReceipt = { readonly key: string; readonly time1: number | null; readonly time2: number | null };

/** Codes by which the service says that a user does not see a conversation: then nothing was read. */
const UNSEEN: ReadonlySet<string> = new Set([
  'ERR_GROUP_NOT_JOINED',
  'ERR_GUID_NOT_FOUND',
  'ERR_UID_NOT_FOUND',
  'ERR_CONVERSATION_NOT_FOUND',
  'ERR_CONVERSATION_NOT_ACCESSIBLE',
]);

/**
 * Compares how far users have read their conversations: two reads for each row. A time of the row is in the service if the
 * last message up to it is marked, or if there is none.
 */
async function compareReceipts(deps: EntityDeps): Promise<void> {
  const { rows, comparer, below, concurrency, tick } = deps;
  const expected = rows.rows<ExpectedReceipt>(
    `SELECT key, time1, time2 FROM ${rows.table} WHERE content IS NOT NULL AND unit < ?`,
    below,
  );
  await eachOf(expected, concurrency, async ({ key, time1, time2 }) => {
    tick('receipts');
    const side = sideOf(key);
    if (!side) return;
    const given = [
      ['deliveredAt', time1],
      ['readAt', time2],
    ] as const;
    const row: Record<string, unknown> = {};
    for (const [field, to] of given) {
      if (to === null) continue;
      const found = await isMarked(field, to, side, deps.reader);
      if (typeof found === 'string') return comparer.unread(key, key, found);
      if (found === undefined) return;
      if (found) row[field] = to;
    }
    comparer.mark(key, row);
  });
  comparer.finish(below);
}

/**
 * Finds out if a user has got or read all messages of a conversation up to a time.
 * @returns undefined if the user does not see the conversation, a text if that could not be read
 */
async function isMarked(
  field: 'deliveredAt' | 'readAt',
  to: number,
  { uid, peer }: { readonly uid: string; readonly peer: Peer },
  reader: TargetReader,
): Promise<boolean | string | undefined> {
  const last = await rowOf(reader.lastMessage(peer, uid, to));
  if (last === null || typeof last !== 'object') return last === null ? true : last;
  if (last['sender'] !== uid && isStamped(last, field)) return true;
  // The service shows of nobody how far messages of a group were delivered, and marks nobody's own ones.
  if (field === 'deliveredAt') return peer.entity === 'groups' || last['sender'] === uid;
  const conversation = await rowOf(reader.conversation(peer, uid));
  if (conversation === null || typeof conversation !== 'object') return conversation ?? undefined;
  const { lastReadMessageId, unreadMessageCount } = conversation;
  if (lastReadMessageId === undefined || lastReadMessageId === null) return Number(unreadMessageCount) === 0;
  return Number(lastReadMessageId) >= Number(last['id']);
}

/** True if a message itself says so, to whom it was sent: only those between two users do. */
const isStamped = (message: TargetRow, field: 'deliveredAt' | 'readAt'): boolean =>
  message['readAt'] !== undefined || (field === 'deliveredAt' && message['deliveredAt'] !== undefined);

/** The only row of a list; null if there is none, undefined if the user does not see it, a text if it cannot be read. */
async function rowOf(list: TargetList): Promise<TargetRow | string | null | undefined> {
  let found: TargetRow | null = null;
  const failure = await readWholeList(list, (row) => {
    found ??= row;
  });
  if (!failure) return found;
  return UNSEEN.has(failure.code) ? undefined : reasonOf(failure);
}
