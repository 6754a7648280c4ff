import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Runtime, Stderr } from '../../../../terminal/context.ts';
import { type StageOptions } from '../write-entities.ts';
/**
 * Joins the states of all shards to that of the pipeline, which afterwards is as after a run in one process. The saved
 * checkpoint of the run decides: after a kill before it, the same is done again; after it, only the shards are left to be
 * removed.
 * @throws RunError `RUN.UNFINISHED` if a shard is not done, `STATE.*`
 */
export declare function joinShards(pipeline: Pipeline, options: StageOptions, context: Runtime & Stderr): Promise<void>;
