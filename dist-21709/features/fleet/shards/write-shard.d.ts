import type { Checkpoint } from '../../../delivery/checkpoint.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { State } from '../../../state/state.ts';
import type { Files } from '../../../system/files.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { type ShardIndex } from './index/shard-index.ts';
import { type StageOptions } from './write-entities.ts';
/** A run whose rows are divided. */
export type DividedRun = {
    readonly main: State;
    readonly checkpoint: Checkpoint;
    readonly index: ShardIndex;
};
/** True if the shards of a run are joined; what they kept may still be there, or a part of it. */
export declare function areJoined({ stateFolder }: Pipeline, files: Files): Promise<boolean>;
/**
 * The run that the shards of a pipeline belong to.
 * @throws RunError `RUN.UNFINISHED` before the rows are divided, `STATE.PIPELINE_CHANGED` if they are divided otherwise
 */
export declare function dividedRun({ stateFolder, shards }: Pipeline, { file }: Pick<StageOptions, 'file'>, files: Files): Promise<DividedRun>;
/**
 * Writes the rows of one shard with a state of its own: lock, checkpoint, keys, ledger, rejects. What its rows refer to is
 * looked up in the state of the pipeline, which is only read. Nothing if it is done.
 * @param shard its number, from 0
 * @throws RunError those of a run; `RUN.UNFINISHED`, `STATE.PIPELINE_CHANGED` as `dividedRun`
 */
export declare function writeShard(pipeline: Pipeline, shard: number, options: StageOptions, context: Runtime & Stderr): Promise<void>;
