import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Runtime, Stderr } from '../../../../terminal/context.ts';
import { type Moment } from '../run-end.ts';
/**
 * Checks that nobody else may change the programs that are to be told: before the run, because they are code as any other.
 * @throws RunError `CONFIG.CODE_NOT_OWN`
 */
export declare function requireOwnNotifiers(pipeline: Pipeline, context: Pick<Runtime, 'allowCode'>): Promise<void>;
/**
 * Tells everybody whom the pipeline names for this moment, all at the same time. Never rejects: whoever cannot be told is a
 * warning, on standard error and in the log of the run.
 */
export declare function notify(moment: Moment, pipeline: Pipeline, context: Runtime & Pick<Stderr, 'err'>): Promise<void>;
