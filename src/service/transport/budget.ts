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

/** Requests a minute that a budget allows; Infinity for no limit. */
export const perMinute = ({ requests, perMs }: Budget): number => (requests / perMs) * MINUTE_MS;

/** The most requests of some classes that can be under way at once: so many connections are needed. */
export const connectionsFor = (budgets: Readonly<Record<string, Budget>>): number =>
  Math.max(
    ...Object.values(budgets).map(({ concurrency, concurrencyMax = 0 }) =>
      Math.max(concurrency, concurrencyMax),
    ),
  );
