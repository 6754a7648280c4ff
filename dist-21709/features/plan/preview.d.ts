import type { Plan } from '../../delivery/plan.ts';
import { type Lock } from '../../files/lock.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
/** A run that is about to begin. */
export type Beginning = {
    readonly pipeline: Pipeline;
    /** Its rows; they are read once more. */
    readonly rows: Plan;
    /** False for some of the rows. */
    readonly isWhole: boolean;
    /** It sends every row, whatever the ledger knows. */
    readonly fresh: boolean;
    /** The lock of the pipeline, if it is taken already. */
    readonly lock: Lock | undefined;
};
/**
 * Plans a run, as `plan` says it. Changes nothing, and creates nothing where nothing was written before.
 * @throws RunError `SOURCE.*`, `STATE.*`
 */
export declare function preview(beginning: Beginning, context: Runtime & Stderr): Promise<string>;
