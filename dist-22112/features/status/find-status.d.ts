import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { FoundLock } from '../../files/lock-holder.ts';
import type { StatePlace } from '../../pipeline/state-place.ts';
import { type Extent, type ProgressOfRun } from '../../report/events/extent.ts';
import type { System } from '../../system/system.ts';
/** Status of a pipeline, by its state. */
export type Status = {
    readonly pipeline: StatePlace;
    readonly folder: string;
    /** The rejects files. */
    readonly rejects: readonly string[];
    readonly checkpoint: Checkpoint | undefined;
    readonly savedAt: Date | undefined;
    readonly done: boolean;
    /** The lock of the process that runs it now, or that cannot be seen from here. */
    readonly lock: FoundLock | undefined;
    /** The checkpoint of a retry of the rejects that is not finished. */
    readonly retry: Checkpoint | undefined;
    /** The log's words on the last run. */
    readonly logged: LoggedProgress;
};
/**
 * Reads the state of a pipeline, which a process may change at this moment.
 * @throws RunError `STATE.NOT_OWN`, `STATE.CORRUPT`, `STATE.SERVER_*`
 */
export declare function statusOf(pipeline: StatePlace, system: System): Promise<Status>;
/** Progress of all entities together. */
export declare const wholeExtent: ({ steps }: Checkpoint) => Extent;
/** Part of the run log about the last run. */
type LoggedProgress = {
    /** The last progress, and when it was logged, RFC 3339; absent in the first seconds of a run. */
    readonly progress?: ProgressOfRun & {
        readonly at: string;
    };
    /** The error that ended it early. */
    readonly ended?: {
        readonly code: string;
        readonly message: string;
    };
};
export {};
