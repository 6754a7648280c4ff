/** The window of the service's rate limits. */
export declare const MINUTE_MS = 60000;
/** The rate limit of one rate class. */
export type Budget = {
    /** Requests per `perMs`; Infinity if no limit is known. */
    readonly requests: number;
    readonly perMs: number;
    /** The most requests under way at once. */
    readonly concurrency: number;
    /**
     * So many may be under way where the rate needs it: many requests a second, or slow answers.
     * @default concurrency
     */
    readonly concurrencyMax?: number;
};
/**
 * The most and the least lead of requests over an even pace: what a pause has cost is caught up. In any minute
 * that is at most 1 % more requests, for which a pace of 98 % of the allowed one leaves room.
 */
export declare const AHEAD_MAX_MS = 600;
/** The same for a pace: so many milliseconds from one request to the next. */
export declare const aheadMs: (spacingMs: number) => number;
/** Requests a minute that a budget allows; Infinity for no limit. */
export declare const perMinute: ({ requests, perMs }: Budget) => number;
/** The limit that a rate class keeps to, and how it is known: from the budget, stated by the service, or found by refusals. */
export type AllowedRate = {
    /** Requests a minute; Infinity without a limit. */
    readonly perMinute: number;
    readonly by: 'budget' | 'stated' | 'found';
};
/** The most requests of some classes that can be under way at once: so many connections are needed. */
export declare const connectionsFor: (budgets: Readonly<Record<string, Budget>>) => number;
