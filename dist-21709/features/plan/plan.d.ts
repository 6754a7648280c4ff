import { type Selection } from '../../pipeline/reference.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
/** Options of `chatferry plan`. */
export type PlanRequest = {
    readonly pipeline: string;
    /**
     * Path to save the plan to.
     * @default `plan.json` in the state folder
     */
    readonly out?: string | undefined;
    /** True if the conversations with new or changed messages are listed. */
    readonly conversations: boolean;
    /** Compares with the service by reading it, instead of with the ledger. */
    readonly online: boolean;
    readonly strict: boolean;
    /** The rows to plan for; undefined: all. */
    readonly selection?: Selection | undefined;
};
/**
 * Shows what `run` would do, and saves it to a file: `run --plan` then does exactly this, or reports that the plan is
 * stale. Sends nothing. Returns the exit code.
 */
export declare function plan(options: PlanRequest, outside: Runtime & Stdout & Stderr): Promise<number>;
