import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
/**
 * Removes what a server keeps of the shards of a pipeline, so that the next division begins with nothing. Shards in a folder
 * are removed with that folder.
 * @throws RunError `STATE.LOCKED` while a process is at work on one, `STATE.SERVER_*`
 */
export declare function clearShards(pipeline: Pipeline, shards: number, context: Runtime & Pick<Stderr, 'err'>): Promise<void>;
