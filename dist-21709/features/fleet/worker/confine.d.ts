import { RunError } from '../../../errors/run-error.ts';
import type { OpenTo } from '../../../files/own-folder.ts';
import type { Pipeline } from '../../../pipeline/pipeline.ts';
import { type Confines } from '../../../system/confined-files.ts';
import type { System } from '../../../system/system.ts';
import type { FleetJob } from '../queue/fleet-job.ts';
import type { WorkerConfig, WorkerRules } from './worker-config.ts';
/**
 * Finds what a pipeline of the queue may read, write and reach. One of the user of the worker is trusted as on the
 * command line. Any other one came from who knows where: it has the folders and hosts that the file of the worker names.
 * @returns undefined if it is trusted
 * @throws RunError `FLEET.PATH_REFUSED`, `FLEET.HOST_REFUSED`
 */
export declare function confinesOf(job: Pick<FleetJob, 'file' | 'text'>, pipeline: Pipeline, config: WorkerConfig): Promise<Confines | undefined>;
/** The error for a path outside of what a pipeline may reach. */
export declare const pathRefused: (what: string, distrust?: OpenTo) => RunError;
/**
 * Connections of a pipeline that is not trusted, wherever a server sends it: to its target, which its key is bound to, to the
 * hosts that the worker names, and to those in variables of the worker.
 * @throws RunError `FLEET.HOST_REFUSED` at the attempt to make another one
 */
export declare function confinedConnect(connect: System['connect'], { target }: Pick<Pipeline, 'target'>, { config: { hosts, env: names }, env }: Pick<WorkerRules, 'config' | 'env'>): System['connect'];
