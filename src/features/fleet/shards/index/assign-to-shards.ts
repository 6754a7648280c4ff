import type { Step } from '../../../../delivery/plan.ts';
import { peerOf } from '../../../../input/entities/conversation.ts';
import type { Data } from '../../../../input/entities/entity.ts';
import type { Judged } from '../../../../input/rows/judge.ts';
import type { Mapping } from '../../../../input/rows/mapping.ts';
import type { Row } from '../../../../input/rows/row.ts';
import { fingerprint64 } from '../../../../keys/fingerprint64.ts';
import type { KeyIndex } from '../../../../keys/key-index.ts';
import type { ShardedName } from '../stages.ts';

/** Decides which shard a row belongs to; undefined if it is all the same, because nothing of the row will be sent. */
export type Assign = (row: Row) => number | undefined;

/** Rules by which rows are divided. */
export type Division = {
  readonly shards: number;
  /** The shards of the messages so far, as the content of their keys. */
  readonly muids: KeyIndex;
  /** Called with the muid of a row that another shard gets than its conversation says. */
  readonly onMoved: (muid: string) => void;
  /** True if messages of several shards have the muid of this fingerprint: only a row that a run lets count takes it. */
  readonly isContested: (lo: number, hi: number) => boolean;
  /** Judges a row with such a muid as the run will. */
  readonly judged: (row: Row, step: Step) => Judged;
};

/**
 * The shard of a conversation.
 * @param senderHi the upper half of the fingerprint of the sender
 * @param receiverHi the same of the receiver
 */
export const shardBetween = (
  senderHi: number,
  receiverHi: number,
  toGroup: boolean,
  shards: number,
): number => ((toGroup ? receiverHi : senderHi ^ receiverHi) >>> 0) % shards;

const hiOf = (id: unknown): number => fingerprint64(String(id ?? '').toLowerCase()).hi;

const FIELDS: Readonly<Record<ShardedName, readonly string[]>> = {
  messages: ['muid', 'sender', 'receiver', 'receiverType'],
  reactions: ['muid'],
  pins: ['muid'],
  receipts: ['conversation', 'uid'],
};

/**
 * Divides the rows of a step: messages by their conversation, reactions and pins with their message, receipts with the
 * messages of their conversation. A message whose muid an earlier one has goes where that one is, so that one process
 * decides between the two as it does in a run that is not divided.
 */
export function assignToShards(step: Step, division: Division): Assign {
  const { entity, mappings } = step;
  const name = entity.name as ShardedName;
  const fields = new Set(FIELDS[name]);
  const readers = mappings.map((mapping) => mapping.some(fields));
  const shardBy = BY[name];
  return (row) => {
    const { leftOut } = mappings[row.file] as Mapping;
    if (row.fault || row.leftOut !== undefined || leftOut?.(row.values) !== undefined) return undefined;
    const found = readers[row.file]?.(row.values) ?? {};
    return shardBy(found, row, division, step);
  };
}

const BY: Readonly<
  Record<ShardedName, (found: Data, row: Row, division: Division, step: Step) => number | undefined>
> = {
  messages(found, row, { shards, muids, onMoved, isContested, judged }, step) {
    const { muid, sender, receiver, receiverType } = found;
    const toGroup = String(receiverType).toLowerCase() === 'group';
    const own = shardBetween(hiOf(sender), hiOf(receiver), toGroup, shards);
    if (typeof muid !== 'string' || muid === '') return own;
    const { lo, hi } = fingerprint64(muid);
    const is = isContested(lo, hi) ? judged(row, step) : undefined;
    // What refers to one that is left out goes where that is known.
    const state = is && !is.data ? (is.claim?.state ?? 'invalid') : 'landed';
    const place = { content: own, line: row.line, file: row.file };
    const { first } = muids.add(muid, state, place);
    if (first === undefined || first.content === own) return own;
    onMoved(muid);
    return first.content;
  },
  reactions: withMessage,
  pins: withMessage,
  receipts({ conversation, uid }, _, { shards }) {
    if (typeof conversation !== 'string' || typeof uid !== 'string') return undefined;
    const peer = peerOf(conversation.toLowerCase(), uid.toLowerCase());
    return peer && shardBetween(hiOf(uid), hiOf(peer.id), peer.entity === 'groups', shards);
  },
};

/** Without its message, a row is refused in whatever shard. */
function withMessage({ muid }: Data, _: Row, { muids }: Division): number | undefined {
  return typeof muid === 'string' ? muids.find(muid)?.content : undefined;
}
