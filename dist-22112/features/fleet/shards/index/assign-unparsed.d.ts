import type { Step } from '../../../../delivery/plan.ts';
import { type Bounds } from '../../../../input/rows/record.ts';
import { type Division } from './assign-to-shards.ts';
/** Decides which shard a record belongs to, by its bytes; undefined if that needs a row. */
export type AssignUnparsed = (record: Bounds) => number | undefined;
/**
 * Divides messages of a file as `assignToShards` does, as far as their cells are plain: most are, and no row is made of them.
 * @param names of the cells of a record, in order; the list may grow
 * @returns undefined if all of its records need rows
 */
export declare function assignUnparsed({ entity, mappings }: Step, names: readonly string[], file: number, { shards, muids, isContested }: Division): AssignUnparsed | undefined;
