import type { Job } from 'bullmq';
import type { System } from '../../../system/system.ts';
import { type FleetJob, type NightResult } from '../queue/fleet-job.ts';
import type { PipelineQueue } from '../queue/open-queue.ts';
/** Submits the pipeline of a schedule whose time has come. Where it still runs, the night is left out, and that is said. */
export declare function beginNight(job: Job<FleetJob>, pipelines: PipelineQueue, { clock, random }: System): Promise<NightResult>;
