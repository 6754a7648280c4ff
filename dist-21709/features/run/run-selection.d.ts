import type { Pipeline } from '../../pipeline/pipeline.ts';
import { type Selection } from '../../pipeline/reference.ts';
import type { CommandContext } from '../../terminal/context.ts';
import type { SyncOptions } from '../sync/run-sync.ts';
/** Options of a run of some of the rows. */
type SelectionOptions = SyncOptions & {
    readonly fresh: boolean;
    readonly selection: Selection;
};
/**
 * Writes some of the rows of a pipeline. It has a checkpoint, keys and rejects of its own, and begins anew each time: what
 * of its rows has arrived is in the ledger, which it shares with the pipeline, so no run sends a row again. In a sync, it
 * removes nothing and publishes no fingerprints. Returns the exit code.
 * @throws RunError `USAGE.INVALID`, `RUN.UNFINISHED`, and those of a run
 */
export declare function runSelection(pipeline: Pipeline, options: SelectionOptions, startedAt: Date, context: CommandContext): Promise<number>;
export {};
