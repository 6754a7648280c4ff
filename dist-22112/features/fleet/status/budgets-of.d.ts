import type { RowsDone } from '../queue/fleet-job.ts';
import type { FleetBudget, FleetPipeline } from './fleet-status.ts';
/** The limits that pipelines use which run now, by app and class of requests, as far as their workers have said. */
export declare function budgetsOf(pipelines: readonly FleetPipeline[]): FleetBudget[];
/** A limit and how it is known. */
type Limit = Pick<RowsDone, 'allowedPerMinute' | 'allowedBy'>;
/** The limit of several pipelines: what the service states, else the largest, as one may keep to less than the app may have. */
export declare function limitOf(all: readonly Limit[]): Limit;
/** The largest of the numbers that are there. */
export declare function most(...numbers: readonly (number | undefined)[]): number | undefined;
export {};
