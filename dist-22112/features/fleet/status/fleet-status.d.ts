import type { FleetCommand, LastResult, Retry, RowsDone } from '../queue/fleet-job.ts';
/** The state of a pipeline: `retrying` waits for its next attempt, `scheduled` for its first night. */
export type PipelineState = 'waiting' | 'running' | 'retrying' | 'done' | 'failed' | 'scheduled';
/** A stage of a pipeline with `shards`. */
export type FleetStage = Pick<FleetPipeline, 'state' | 'worker' | 'progress' | 'last' | 'retry'> & {
    readonly name: string;
};
/** One pipeline of a fleet. */
export type FleetPipeline = {
    readonly id: string;
    /** Its name, with `@` and its target where it has several. */
    readonly name: string;
    readonly folder: string;
    readonly command: FleetCommand;
    readonly state: PipelineState;
    /** The worker that runs it. */
    readonly worker?: string;
    /** When it was submitted the last time; RFC 3339. */
    readonly submittedAt?: string;
    /** While it runs. */
    readonly progress?: RowsDone;
    /** While it runs in stages: those that are in the queue, and how far each is. */
    readonly stages?: readonly FleetStage[];
    /** The way it ended the last time. */
    readonly last?: LastResult;
    /** Why it is tried again later. */
    readonly retry?: Retry;
    readonly schedule?: {
        readonly at: string;
        readonly zone: string;
        /** When the next night begins; RFC 3339. */
        readonly next?: string;
        /** Nights of the last week that did not begin at their time; `noWorker`: begun once, when a worker was there. */
        readonly missed?: {
            readonly nights: number;
            readonly last: string;
            readonly why: 'running' | 'noWorker';
        };
    };
};
/** The limit of one class of requests of an app that pipelines are writing to now; those of one app share it. */
export type FleetBudget = {
    /** The id of the app and the host of the service. */
    readonly app: string;
    /** Which requests are counted; absent if no worker has said it. */
    readonly rateClass?: string;
    /** Requests of the last minute, of the pipelines for which this limit matters most. */
    readonly requestsPerMinute: number;
    /** The number that is allowed; absent without a limit. */
    readonly allowedPerMinute?: number;
    /** The source of that limit. */
    readonly allowedBy?: NonNullable<RowsDone['allowedBy']>;
    /** The service asked to wait: for so long from the last look of a worker. */
    readonly heldMs?: number;
    /** The names of the pipelines. */
    readonly pipelines: readonly string[];
};
/** The document of `fleet status --json` and of the page of a fleet. Without values of rows and without keys. */
export type FleetStatus = {
    readonly version: 1;
    readonly command: 'fleet status';
    /** The server of the queue, without its user and password. */
    readonly queue: string;
    /** RFC 3339. */
    readonly at: string;
    readonly workers: readonly {
        readonly name: string;
        readonly jobs: number;
    }[];
    readonly pipelines: readonly FleetPipeline[];
    /** By app. */
    readonly budgets: readonly FleetBudget[];
};
