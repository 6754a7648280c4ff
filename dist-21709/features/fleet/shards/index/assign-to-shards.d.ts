import type { Step } from '../../../../delivery/plan.ts';
import type { Judged } from '../../../../input/rows/judge.ts';
import type { Row } from '../../../../input/rows/row.ts';
import type { KeyIndex } from '../../../../keys/key-index.ts';
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
 * The shard of a text. Lanes take the lower half of the same fingerprint: with it, a shard would have some of its lanes
 * only.
 */
export declare const shardOf: (text: string, shards: number) => number;
/**
 * Divides the rows of a step: messages by their conversation, reactions and pins with their message, receipts with the
 * messages of their conversation. A message whose muid an earlier one has goes where that one is, so that one process
 * decides between the two as it does in a run that is not divided.
 */
export declare function assignToShards(step: Step, division: Division): Assign;
