import type { FleetPipeline } from './fleet-status.ts';
/**
 * Finds a pipeline of a fleet by its file, or by its name where the file is not here.
 * @throws RunError `FLEET.UNKNOWN_PIPELINE`
 */
export declare function findPipeline(reference: string, pipelines: readonly FleetPipeline[]): FleetPipeline;
