import { type EntityName } from '../../../input/entities/entity.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
/** A part of a sharded run that one process does; the same part is done again after a kill, and goes on. */
export type Stage = 
/** Writes an entity that comes before messages, on the state of the pipeline. */
{
    readonly kind: 'entity';
    readonly entity: EntityName;
}
/** Divides the rows of messages, and of what hangs on them, among the shards. */
 | {
    readonly kind: 'index';
}
/** Writes the rows of one shard, from 0, on a state of its own; all shards can run at the same time. */
 | {
    readonly kind: 'shard';
    readonly shard: number;
}
/** Joins the states of the shards to that of the pipeline, writes the entities that are left, and the report. */
 | {
    readonly kind: 'merge';
};
/** The entities that are divided: messages, and what needs a message or the conversation of some. */
export declare const shardedNames: readonly ["messages", "reactions", "pins", "receipts"];
export type ShardedName = (typeof shardedNames)[number];
export declare const isSharded: (name: EntityName) => name is ShardedName;
/** The entities of a pipeline that are written before its messages, in order. */
export declare const namesBefore: ({ sources }: Pick<Pipeline, 'sources'>) => readonly EntityName[];
/**
 * The stages of a sharded run, in order. Each needs those before it to be done, except that shards need not wait for each
 * other.
 * @throws RunError `CONFIG.SHARDS` if the pipeline cannot be divided
 */
export declare function planStages(pipeline: Pipeline): readonly Stage[];
/** Name of a stage where people see it. */
export declare function stageName(stage: Stage): string;
/**
 * The number of shards of a pipeline.
 * @throws RunError `CONFIG.SHARDS`
 */
export declare function shardsOf({ shards, sources, sync, target, file }: Pipeline): number;
