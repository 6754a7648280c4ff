import type { Pipeline } from '../../../../pipeline/pipeline.ts';
import type { Runtime } from '../../../../terminal/context.ts';
import { type Moment } from '../run-end.ts';
/**
 * Runs a program in the folder of the pipeline, with the summary as JSON on its standard input and the most important of it
 * in its environment, without what is for chatferry itself. It gets as long as any other notification, with all that it starts.
 * @throws RunError `CONFIG.CODE_NOT_OWN`; an error that says how it has ended
 */
export declare function runCommand([program, ...args]: readonly [string, ...string[]], moment: Moment, pipeline: Pipeline, context: Runtime): Promise<void>;
