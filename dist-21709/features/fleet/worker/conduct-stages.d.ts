import type { Job } from 'bullmq';
import type { FleetJob, LastResult } from '../queue/fleet-job.ts';
import type { PipelineQueue } from '../queue/open-queue.ts';
import type { WorkerRules } from './worker-config.ts';
/** A job whose data were checked. */
export type CheckedJob = Pick<Job<FleetJob>, 'id' | 'data' | 'moveToWaitingChildren'>;
/** The last stage is done by the job of the pipeline itself. */
export declare const LAST_STAGE = "merge";
/**
 * The stages of a pipeline with `shards`, in groups: each group waits for the one before, and what is in it is done at the same
 * time. Without the last stage; empty if the pipeline is done as a whole.
 * @throws RunError `CONFIG.*`, also if it cannot be divided
 */
export declare function stageGroups({ command, stage, text, file, to }: FleetJob, env: WorkerRules['env']): string[][];
/**
 * Puts the first group of stages that is not done into the queue and lets the job wait for it. Done again after a kill or with
 * a part of the queue lost, it adds what is missing: a stage that was done does nothing.
 * @param token that the job was taken with
 * @returns `waiting`, and the job is not ours any more; the result of a stage that failed; undefined if all are done
 */
export declare function conductStages(job: CheckedJob, groups: readonly (readonly string[])[], queue: PipelineQueue, token: string): Promise<'waiting' | LastResult | undefined>;
/** Removes stages of a pipeline that has ended; one that is left goes by itself. */
export declare function removeStages(job: CheckedJob, groups: readonly (readonly string[])[], queue: PipelineQueue): Promise<void>;
