import type { CommandContext } from '../../terminal/context.ts';
/** Options of `chatferry state purge`. */
export type StatePurgeOptions = {
    /** The pipeline as typed. */
    readonly pipeline: string;
    /** Does not ask. */
    readonly yes: boolean;
};
/**
 * Removes everything that is kept for a pipeline, except the data of the embedded sandbox, which is the service, and whom it
 * has forgotten. Shows first what it removes, and asks. Returns the exit code.
 * @throws RunError `STATE.LOCKED` while a run is under way, `USAGE.INVALID`, `RUN.DECLINED`
 */
export declare function purgeState(options: StatePurgeOptions, outside: CommandContext): Promise<number>;
