/** The window of the service's rate limits. */
export const MINUTE_MS = 60_000;

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
export const AHEAD_MAX_MS = 600;
const AHEAD_MIN_MS = 200;

/** The same for a pace: so many milliseconds from one request to the next. */
export const aheadMs = (spacingMs: number): number =>
  Math.min(AHEAD_MAX_MS, Math.max(AHEAD_MIN_MS, spacingMs));

/** Requests a minute that a budget allows; Infinity for no limit. */
export const perMinute = ({ requests, perMs }: Budget): number => (requests * MINUTE_MS) / perMs;

/** The limit that a rate class keeps to, and how it is known: from the budget, stated by the service, or found by refusals. */
export type AllowedRate = {
  /** Requests a minute; Infinity without a limit. */
  readonly perMinute: number;
  readonly by: 'budget' | 'stated' | 'found';
};

/** The most requests of some classes that can be under way at once: so many connections are needed. */
export const connectionsFor = (budgets: Readonly<Record<string, Budget>>): number =>
  Math.max(
    ...Object.values(budgets).map(({ concurrency, concurrencyMax = 0 }) =>
      Math.max(concurrency, concurrencyMax),
    ),
  );
