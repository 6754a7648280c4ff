import type { FleetQueue } from '../queue/open-queue.ts';
import type { FleetStatus } from './fleet-status.ts';
/** Reads how a fleet is, from its queue alone: pipelines that run first, then by name. */
export declare function readStatus({ pipelines, schedules, url }: Pick<FleetQueue, 'pipelines' | 'schedules' | 'url'>, nowMs: number): Promise<FleetStatus>;
