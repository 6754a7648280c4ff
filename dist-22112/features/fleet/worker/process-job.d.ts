import type { Job } from 'bullmq';
import type { System } from '../../../system/system.ts';
import { type FleetJob, type LastResult, type Retry } from '../queue/fleet-job.ts';
import type { PipelineQueue } from '../queue/open-queue.ts';
import { type JobCommands } from './perform.ts';
import type { WorkerRules } from './worker-config.ts';
/** The worker that a job is done by. */
export type Doer = {
    readonly queue: PipelineQueue;
    readonly rules: WorkerRules;
    readonly system: System;
    readonly commands: JobCommands;
    /** Aborted when the worker is to end: what it does is stopped, and goes back into the queue. */
    readonly drain: AbortSignal;
};
/**
 * The outcome of a job: `done` with its result; `failed` for good, because the next attempt would end in the same way;
 * `later` after some time; `back` into the queue at once, for another worker; `stages` waits until these are done.
 */
export type JobVerdict = {
    readonly kind: 'done';
    readonly last: LastResult;
} | {
    readonly kind: 'failed';
    readonly last: LastResult;
} | {
    readonly kind: 'later';
    readonly retry: Retry;
    readonly delayMs: number;
} | {
    readonly kind: 'back';
} | {
    readonly kind: 'stages';
};
/**
 * Does one job and says what becomes of it. What it writes beside the job is for those who look at the queue.
 * @param token that the job was taken with
 */
export declare function processJob(job: Job<FleetJob>, token: string | undefined, doer: Doer): Promise<JobVerdict>;
