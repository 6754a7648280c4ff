import type { CommandContext } from '../../terminal/context.ts';
/** Options of `chatferry forget`. */
export type ForgetOptions = {
    /** The pipeline as typed. */
    readonly pipeline: string;
    readonly uid: string;
    /** Does not ask. */
    readonly yes: boolean;
};
/**
 * Removes every trace of a person from what is kept for a pipeline, and leaves rows of that person out from then on. Shows
 * first what it removes, and asks. Sends nothing: what the service has stays. Killed, it goes on when it is started again.
 * Returns the exit code.
 * @throws RunError `USAGE.INVALID`, `RUN.UNFINISHED`, `RUN.DECLINED`, `STATE.*`
 */
export declare function forget(options: ForgetOptions, outside: CommandContext): Promise<number>;
