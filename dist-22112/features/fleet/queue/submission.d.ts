import type { Runtime } from '../../../terminal/context.ts';
import { type FleetCommand, type FleetJob } from './fleet-job.ts';
/** The command that is asked of a pipeline, and its options. */
export type Asked = FleetJob['options'] & {
    readonly command: FleetCommand;
};
/**
 * Makes the job of a pipeline file. The file is checked here as far as that is possible: variables of the environment are
 * those of the worker.
 * @throws RunError `CONFIG.*`, `FLEET.CODE_REFUSED` for a pipeline that is code
 */
export declare function submissionOf(reference: string, { command, ...options }: Asked, { env, system }: Pick<Runtime, 'system' | 'env'>): FleetJob;
