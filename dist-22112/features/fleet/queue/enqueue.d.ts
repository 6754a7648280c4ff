import { type FleetJob } from './fleet-job.ts';
import type { PipelineQueue } from './open-queue.ts';
/** The outcome of a submission: it waits for a worker, or the same pipeline was there already. */
export type Submitted = {
    readonly id: string;
    readonly outcome: 'submitted' | 'waiting' | 'running';
    /** The worker that runs it. */
    readonly worker?: string;
};
/**
 * Puts a pipeline into the queue. There is one job for each pipeline: one that has ended is begun again, one that waits or
 * runs stays as it is, and of two submissions at once one counts.
 */
export declare function enqueue(queue: PipelineQueue, data: FleetJob): Promise<Submitted>;
