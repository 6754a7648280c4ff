import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import type { CommandContext } from '../../terminal/context.ts';
/** Options of `chatferry rejects retry`. */
export type RejectsRetryOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    readonly fresh: boolean;
    readonly yes: boolean;
    /** True if live calls may notify people. */
    readonly allowNotifications: boolean;
    readonly maxDurationMs: number | undefined;
    /** The listener to the retry besides the person at the terminal. */
    readonly listeners?: readonly RunListener[];
};
/**
 * Writes the rows of a finished run's rejects files, corrected or not. A retry has its own checkpoint in the state folder
 * of the run, the same command resumes it, and when it is finished it is merged into the run. Returns the exit code.
 */
export declare function retryRejects(options: RejectsRetryOptions, outside: CommandContext): Promise<number>;
/** A state on disk and the checkpoint that was loaded from it. */
export type KeptState = {
    readonly state: State;
    readonly checkpoint: Checkpoint;
};
/**
 * Merges a finished retry into its run: the keys, the counts, and the rejects files, which replace those that the retry
 * read; the old files are kept in another folder. The saved checkpoint of the run decides: after a kill before the save,
 * the same is done again; after the save, only the state of the retry is left to clear.
 */
export declare function foldRetry(run: KeptState, retry: KeptState, { files, clock }: System): Promise<void>;
