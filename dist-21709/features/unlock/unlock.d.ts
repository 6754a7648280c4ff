import { type CommandContext } from '../../terminal/context.ts';
/** Options of `chatferry unlock`. */
export type UnlockOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    /** Removes it without a question. */
    readonly yes: boolean;
    /** Also removes the lock of a run that may be at work where it cannot be seen. */
    readonly force: boolean;
};
/**
 * Shows who holds the lock of a pipeline, or of a shard of it, and, after a yes, removes it: the lock of a process that has ended, or of one that
 * cannot be seen from here and gave no sign of life for 30 minutes (`force`: at any time). Never that of a process that runs
 * here. Returns the exit code: 0 if there is no lock now, 8 if it stays, 3 if the user declined, 2 if nobody could be asked.
 */
export declare function unlock(options: UnlockOptions, outside: CommandContext): Promise<number>;
