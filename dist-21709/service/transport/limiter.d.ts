import { type Clock } from '../../system/clock.ts';
import type { AllowedRate, Budget } from './budget.ts';
import type { Refusal } from './found-rate.ts';
import type { SharedBudget } from './shared/shared-budget.ts';
/** A fact about the limit of a class, as an answer says it. */
type Lesson = {
    readonly type: 'accepted';
    readonly sentAt: number;
} | ({
    readonly type: 'refused';
} & Refusal)
/** No answer, or a server error. */
 | {
    readonly type: 'failed';
} | {
    readonly type: 'stated';
    readonly perMinute: number;
} | {
    readonly type: 'remains';
    readonly requests: number;
    readonly forMs: number;
};
/** One gate for each rate class: it limits how many run at once and how fast, and stops all while it is closed. */
export interface Limiter {
    /**
     * Waits for a turn in all of the classes, then does the work. Rejects if the signal aborts the wait, and with
     * RateHoldError if a class is closed for longer than this limiter waits.
     */
    run<T>(rateClass: string | readonly string[], work: () => Promise<T>, signal: AbortSignal): Promise<T>;
    /** Closes the class for all, for `forMs` from now; a longer hold stays. */
    hold(rateClass: string, forMs: number): void;
    /** Milliseconds until the class opens; 0 if it is open. */
    closedForMs(rateClass: string): number;
    /** The limit that the class keeps to now. */
    allowed(rateClass: string): AllowedRate;
    /** Sets whether no class starts anything, until this is called again; what is under way ends. */
    pause(isPaused: boolean): void;
    /** Adapts the class to what an answer says. */
    learn(rateClass: string, lesson: Lesson): void;
}
/** The class is closed for longer than its callers wait. */
export declare class RateHoldError extends Error {
    readonly name = "RateHoldError";
    readonly rateClass: string;
    readonly forMs: number;
    /** True if an earlier attempt of the same request may have arrived. */
    readonly maybeSent: boolean;
    constructor(rateClass: string, forMs: number, maybeSent?: boolean);
}
/** The class of one sender's messages. Its limit is that of the budget `sender`; without one, none is known. */
export declare const senderClass: (uid: string) => string;
/** The name of the budget for each sender's messages. */
export declare const SENDER = "sender";
/**
 * A limiter with one gate for each budget; a class without a budget throws a RangeError.
 * @param holdMaxMs the longest hold that a request waits for; default: any
 * @param shared where these rates are shared with other processes; those of senders are not
 */
export declare function createLimiter(budgets: Readonly<Record<string, Budget>>, holdMaxMs?: number, clock?: Clock, shared?: Sharing): Limiter;
/** The way in which a limiter shares its rates. */
export type Sharing = {
    readonly budget: SharedBudget;
    /** Called if another process was told to wait. */
    readonly onHeld: (rateClass: string, forMs: number) => void;
};
export {};
