import type { FleetPipeline } from './fleet-status.ts';
/** A job of the queue that is a stage, as it would be shown as a pipeline. */
export type StageJob = {
    readonly name: string;
    readonly shown: FleetPipeline;
};
/** A pipeline with the stages that are in the queue; one that has none, or has ended, stays as it is. */
export declare function withStages(pipeline: FleetPipeline, jobs: readonly StageJob[]): FleetPipeline;
