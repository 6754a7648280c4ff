/** The span over which the service counts requests. */
export const MINUTE_MS = 60_000;

/** A token budget of one rate class. */
export type Budget = {
  /** Requests per `perMs`; Infinity where there is no limit. */
  readonly requests: number;
  readonly perMs: number;
  /** Most requests under way at once. */
  readonly concurrency: number;
};
