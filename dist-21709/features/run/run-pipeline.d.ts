import type { Selection } from '../../pipeline/reference.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { type SyncOptions } from '../sync/run-sync.ts';
/** Options of `chatferry run`; a migration has no guard to confirm. */
export type RunOptions = SyncOptions & {
    /** Starts over; for a migration only. */
    readonly fresh: boolean;
    /** The file that gets metrics for Prometheus. */
    readonly metrics?: string | undefined;
    /** Prints the events of the run on standard output, NDJSON; the result goes to standard error. */
    readonly events: boolean;
    /** The port of the page that shows the run, 0 for a free one; undefined for no page. */
    readonly dashboard?: number | undefined;
    /** True if live calls may notify people. */
    readonly allowNotifications: boolean;
    /** The rows to write; undefined: all. */
    readonly selection?: Selection | undefined;
};
/** Writes a pipeline's rows into its target, as a migration or as a sync run. Returns the exit code. */
export declare function runPipeline(options: RunOptions, context: CommandContext): Promise<number>;
