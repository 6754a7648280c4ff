/**
 * The course of a run over time, in spans of equal length from its beginning; a list has an entry for each span.
 */
export type RunTimeline = {
  readonly spanSeconds: number;
  readonly rows: readonly number[];
  /** Answers that ask to wait (429). */
  readonly throttled: readonly number[];
  /** Requests that were tried again for another reason. */
  readonly retried: readonly number[];
  /** True if requests were held back or paused in a part of it. */
  readonly paused: readonly boolean[];
};

/** The time that tries of requests took, in milliseconds, each rounded up by at most 1 %. */
type Latency = {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
};

/** The measures of a run; absent if it sent nothing. */
export type Measures = { readonly timeline?: RunTimeline; readonly latency?: Latency };
