import type { Confines } from '../../../system/confined-files.ts';
import type { System } from '../../../system/system.ts';
import { type FleetJob } from '../queue/fleet-job.ts';
import type { Env, WorkerRules } from './worker-config.ts';
/** The access that a pipeline gets. */
export type Allowed = {
    /** The variables of the environment. */
    readonly env: Env;
    /** The files; undefined for those of this machine. */
    readonly confines: Confines | undefined;
    /** The connections; undefined for any. */
    readonly connect: ((connect: System['connect']) => System['connect']) | undefined;
    /** The id of the app and the host of the service; undefined for a sandbox of its own. */
    readonly app: string | undefined;
};
/**
 * Checks that a job may be done on this machine: it runs no code, its folder is there, it reaches only what it may, and its
 * key may be sent where it wants. Sends nothing.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export declare function allow(job: FleetJob, rules: WorkerRules): Promise<Allowed>;
