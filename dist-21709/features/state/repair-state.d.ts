import type { CommandContext } from '../../terminal/context.ts';
/** Options of `chatferry state repair`. */
export type StateRepairOptions = {
    /** The pipeline file as typed. */
    readonly pipeline: string;
    /** Does not ask. */
    readonly yes: boolean;
    /** A rebuilt ledger counts rows of unknown origin as created by this pipeline. */
    readonly ours: boolean;
};
/**
 * Mends what `state check` finds, or does without it: says what is done and what is lost by it, and asks first. Sends only
 * reads, and these only to rebuild the ledger of a sync. Returns the exit code.
 * @throws RunError `STATE.LOCKED`, `RUN.DECLINED`, and the errors of reading the sources and the service
 */
export declare function repairState(options: StateRepairOptions, outside: CommandContext): Promise<number>;
