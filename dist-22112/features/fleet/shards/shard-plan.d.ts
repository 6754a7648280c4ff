import type { Plan } from '../../../delivery/plan.ts';
import type { KeptBytes } from '../../../files/state/state-store.ts';
import { type EntityName } from '../../../input/entities/entity.ts';
import type { Files } from '../../../system/files.ts';
import type { ShardIndex } from './index/shard-index.ts';
import { type OwnRows } from './own-rows.ts';
/** Finds the rows of a shard in a file of an entity. */
export type RowsOf = (entity: EntityName, file: number) => OwnRows | undefined;
/** @param runs those of the shard, open as long as the result is used */
export declare function rowsOfShard(index: ShardIndex, shard: number, runs: KeptBytes): RowsOf;
/**
 * The part of a plan that a shard writes: its rows of the divided entities, behind those that they refer to.
 * @param place where copies of rows are kept
 * @throws RunError `STATE.INPUT_CHANGED` if a file was not divided
 */
export declare function shardPlan(plan: Plan, rowsOf: RowsOf, place: {
    readonly folder: string;
    readonly files: Files;
    readonly signal: AbortSignal;
}): Promise<Plan>;
