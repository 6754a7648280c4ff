import type { Pipeline } from '../../../pipeline/pipeline.ts';
import type { Questions, Runtime, Stderr } from '../../../terminal/context.ts';
import { type StageOptions } from './write-entities.ts';
/**
 * Divides the rows of messages, and of what hangs on them, among the shards; nothing if that is done. From then on, the
 * messages are written by the shards.
 * @throws RunError `RUN.UNFINISHED` if an entity before messages is not done, `CONFIG.SHARDS` if some messages were written
 *   without shards, `STATE.*`, `SOURCE.*`
 */
export declare function makeIndex(pipeline: Pipeline, options: StageOptions, context: Runtime & Stderr & Questions): Promise<void>;
