import type { Data } from '../../input/entities/entity.ts';
import type { JudgeDeps } from '../../input/rows/judge.ts';
import type { Outcome } from '../../input/rows/outcome.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Plan, type Step } from '../plan.ts';
/** The outcome of a row that hangs on a message which a rule leaves out; undefined for other rows. */
export type LeftOut = (row: {
    readonly data?: Data;
    readonly outcome?: Outcome;
    /** The message that a rejected row hangs on. */
    readonly hostMuid?: string | undefined;
}) => Promise<Outcome | undefined>;
/** The outcome of a row whose message a rule leaves out. */
export declare const LEFT_OUT: Outcome;
/** Facts that are known of messages without reading them. */
type KnownMessages = {
    readonly ledger: Pick<Ledger, 'find'>;
    /** True if a run removes a message at its end. */
    readonly isRemoved: ((muid: string) => boolean) | undefined;
};
/**
 * Finds the rows of a step that hang on messages which a rule of the pipeline leaves out, so that they are left out, too: they
 * are no mistakes. Undefined for other steps. The messages are read when the first row has none.
 */
export declare function leftOutWithMessage({ entity }: Step, plan: Plan, keys: JudgeDeps['keys'], { ledger, isRemoved }: KnownMessages, signal: AbortSignal): LeftOut | undefined;
export {};
