import type { Plan } from '../../../../delivery/plan.ts';
import { type JudgeDeps } from '../../../../input/rows/judge.ts';
import type { Files } from '../../../../system/files.ts';
import { type ShardIndex } from './shard-index.ts';
/** Findings about the rows. */
export type Divided = Pick<ShardIndex, 'files' | 'moved'>;
/** Place where rows are divided, and what they refer to. */
type IndexDeps = Reading & {
    readonly shards: number;
    /** Exists; gets a file for each shard. */
    readonly folder: string;
    readonly keys: JudgeDeps['keys'];
};
/**
 * Reads every row that is divided, and writes for each shard which rows are its own; reads them again if messages of several
 * shards have the same muid, to find out which of them takes it. Memory: the keys of messages, up to a bound; a buffer for
 * each shard.
 * @throws RunError `SOURCE.*`, `STATE.UNWRITABLE`
 */
export declare function buildIndex(plan: Plan, deps: IndexDeps): Promise<Divided>;
/** Means of reading files. */
type Reading = {
    readonly files: Files;
    readonly signal: AbortSignal;
};
export {};
