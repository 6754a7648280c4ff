import { type Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan, Step } from '../../delivery/plan.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import { type Workplace } from '../open/opening.ts';
import { type OpenPlanOptions } from '../open-plan.ts';
import type { Pipeline } from '../pipeline.ts';
/** A plan for the rejects files of a run, and the files that it reads. */
export type RetryPlan = {
    readonly plan: Plan;
    readonly inputs: {
        readonly steps: readonly Pick<Step, 'entity' | 'files'>[];
    };
};
/**
 * Opens the rejects files of a finished run. The files of a step are the sources of the run, which are not read again, then
 * its rejects files: so a row keeps its original file and line, and the file numbers in the run's keys stay right.
 * @param before the checkpoint of the run, with the paths that its inputs have now
 * @param folder with the rejects files
 * @throws RunError `SOURCE.*` with the file, `STATE.PIPELINE_CHANGED` if the pipeline has other entities than the run
 */
export declare function retryPlan(pipeline: Pipeline, before: Checkpoint, folder: string, options: Omit<OpenPlanOptions, 'strict'>): Promise<RetryPlan>;
/** True if any source of a pipeline is prepared before it is read. */
export declare const isPrepared: ({ sources }: Pipeline) => boolean;
/**
 * The plan of a run that is finished: nothing of it is read, so no source is prepared again and no command runs.
 * @param before the checkpoint of the run
 */
export declare function finishedPlan(pipeline: Pipeline, before: Checkpoint, options: OpenPlanOptions): Plan;
/** The input files of a pipeline, as they are now. */
export type InputsNow = {
    /** Path of a file that the pipeline names: a copy, if it is on a server. */
    pathOf(named: string): string;
    /** The files of the sources of an entity that are read, with the paths that they are known by. */
    filesOf(entity: EntityName): AsyncGenerator<{
        readonly path: string;
        readonly known: string;
    }>;
};
/**
 * Finds the input files of a pipeline. Those of a server are copied; no command runs.
 * @throws RunError `SOURCE.*`
 */
export declare function inputsNow(pipeline: Pipeline, workplace: Workplace): Promise<InputsNow>;
