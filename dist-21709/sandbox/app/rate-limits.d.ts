/** The documented classes of calls, each with its own budget. */
export type RateClass = 'import' | 'core' | 'standard';
/** Requests per minute by class; absent = unlimited. */
export type Limits = {
    readonly [C in RateClass]?: number | undefined;
} & {
    /** Sent messages per minute and sender. */
    readonly sender?: number | undefined;
    /** Messages marked as unread per minute and user. */
    readonly unread?: number | undefined;
};
/** No limit at all: the default. */
export declare const NO_LIMITS: Limits;
/**
 * Reads `documented`, `build` (the free plan), `none` or `N/min`. `N/min` is the budget of the import class. The
 * other classes keep their documented ratio to it (60 : 10,000 : 20,000), and users have no limits.
 */
export declare function parseLimits(text: string): Limits;
/** The state of a budget after a request. */
export type RateLimitStatus = {
    readonly refused: boolean;
    readonly limit: number;
    readonly remaining: number;
    /** Seconds until the window ends, at least 1. */
    readonly retryAfter: number;
    /** The end of the window, Unix seconds. */
    readonly reset: number;
};
/** Way to count a minute: by the minutes of the clock, or back from each request. */
export type LimitWindow = 'minute' | 'sliding';
/** Counts requests by class and by user. */
export declare class RateLimits {
    #private;
    /** `clock` gives milliseconds since the epoch. */
    constructor(limits: Limits, clock: () => number, window?: LimitWindow);
    /** Counts one request of a class. `of` names a budget of its own. Undefined if the class is unlimited. */
    take(rateClass: RateClass, of?: string): RateLimitStatus | undefined;
    /** Counts one action of a user, or of a key. Undefined if the action is unlimited. */
    takeUser(kind: 'sender' | 'unread', who: string): RateLimitStatus | undefined;
}
/** The rate limit headers. Every limited answer has the older family, a refusal has both. */
export declare function rateHeaders(status: RateLimitStatus): Record<string, string>;
