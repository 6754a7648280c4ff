/** The rates that a target allows. */
export type Pace = {
  /** The largest number of rows in one import request. */
  readonly batch: number;
  /** Requests a minute with many rows; Infinity if there is no limit. */
  readonly batchesPerMinute: number;
  /** Requests a minute with one row; Infinity if there is no limit. */
  readonly singlePerMinute: number;
};
