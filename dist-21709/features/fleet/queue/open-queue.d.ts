import type { Job, Queue, Worker, WorkerOptions } from 'bullmq';
import { type Clock } from '../../../system/clock.ts';
import type { System } from '../../../system/system.ts';
import { type FleetJob, type NightResult } from './fleet-job.ts';
import type { QueueUrl } from './queue-url.ts';
/** The pipelines, a job each, whose id says which one it is. */
export type PipelineQueue = Queue<FleetJob, unknown, string>;
/** The schedules; a job of theirs submits a pipeline when its time has come. */
type ScheduleQueue = Queue<FleetJob, NightResult, string>;
/** An open queue. Disposing of it closes its connections. */
export interface FleetQueue extends AsyncDisposable {
    readonly pipelines: PipelineQueue;
    readonly schedules: ScheduleQueue;
    readonly url: QueueUrl;
    /** The lead of the clock of this machine over that of the server, milliseconds; negative if it is behind. */
    readonly aheadMs: number;
    /** Starts to take jobs; whoever starts it closes it. */
    worker<R>(name: 'pipelines' | 'schedules', work: WorkOn<R>, options: WorkerSetting): Worker<FleetJob, R>;
}
type WorkOn<R> = (job: Job<FleetJob>, token?: string) => Promise<R>;
type WorkerSetting = Pick<WorkerOptions, 'name' | 'concurrency'>;
/**
 * Connects to a queue, makes what it needs there, and checks that it is ours.
 * @throws RunError `FLEET.*`
 */
export declare function openQueue(url: QueueUrl, clock?: Pick<Clock, 'now'>): Promise<FleetQueue>;
/**
 * Does some work with a queue.
 * @throws RunError `FLEET.*`, also for what the server or its driver says during the work
 */
export declare function withQueue<T>(url: QueueUrl, { clock }: Pick<System, 'clock'>, work: (queue: FleetQueue) => Promise<T>): Promise<T>;
export {};
