/** What a service allows. */
export type Pace = {
  /** Rows of one import request. */
  readonly batch: number;
  /** Requests a minute; Infinity where there is no limit. */
  readonly batchesPerMinute: number;
  readonly singlePerMinute: number;
};
