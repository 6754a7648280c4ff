/** The window of the service's rate limits. */
export const MINUTE_MS = 60_000;

/** The rate limit of one rate class. */
export type Budget = {
  /** Requests per `perMs`; Infinity for no limit. */
  readonly requests: number;
  readonly perMs: number;
  /** The most requests under way at once. */
  readonly concurrency: number;
};

/** Requests a minute that a budget allows; Infinity for no limit. */
export const perMinute = ({ requests, perMs }: Budget): number => (requests / perMs) * MINUTE_MS;
