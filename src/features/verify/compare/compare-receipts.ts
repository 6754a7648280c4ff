import { type Peer, sideOf } from '../../../input/entities/conversation.ts';
import { eachOf } from '../../../service/each-of.ts';
import type { EntityDeps } from './compare-entities.ts';
import { readWholeList, reasonOf } from './read-lists.ts';
import type { TargetList, TargetReader, TargetRow } from './target-reader.ts';

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
export async function compareReceipts(deps: EntityDeps): Promise<void> {
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

type Side = { readonly uid: string; readonly peer: Peer };

/**
 * Finds out if a user has got or read all messages of a conversation up to a time.
 * @returns undefined if the user does not see the conversation, a text if that could not be read
 */
async function isMarked(
  field: 'deliveredAt' | 'readAt',
  to: number,
  { uid, peer }: Side,
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
