import { createHistogram } from 'node:perf_hooks';
import type { RunEvent } from '../../delivery/run.ts';
import type { StreamEvent } from '../../report/events/event-schema.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { Timeline } from '../../report/events/timeline.ts';
import type { Measures } from '../../report/result/report.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';

/** A bar for each can still be told apart; in a document they are some hundred lines. */
const SPANS = { spanMs: 1_000, most: 120 } as const;
/** Buckets that differ by 1 %, up to an hour: 50 KB. */
const BUCKETS = { lowest: 1, highest: 3_600_000, figures: 2 } as const;

/** Measures a run for its report: what happened when, and how long requests took. */
export class RunMeasures implements RunListener {
  readonly everyMs = 1_000;
  readonly #timeline: Timeline;
  readonly #latency = createHistogram(BUCKETS);

  constructor(clock: Clock) {
    this.#timeline = new Timeline(SPANS, clock);
  }

  readonly observe = (event: StreamEvent): void => this.#timeline.observe(event);

  readonly follow = (event: RunEvent | TransportEvent): void => {
    this.#timeline.follow(event);
    if (event.type === 'tried')
      this.#latency.record(Math.min(BUCKETS.highest, Math.max(1, Math.round(event.ms))));
  };

  /** The measures until now. */
  get result(): Measures {
    const latency = this.#latency;
    if (latency.count === 0) return {};
    const { points, spanMs } = this.#timeline;
    return {
      timeline: {
        spanSeconds: spanMs / 1_000,
        rows: points.map(({ rows }) => rows),
        throttled: points.map(({ throttled }) => throttled),
        retried: points.map(({ retried }) => retried),
        paused: points.map(({ paused }) => paused),
      },
      latency: {
        count: latency.count,
        p50: latency.percentile(50),
        p95: latency.percentile(95),
        p99: latency.percentile(99),
        max: latency.max,
      },
    };
  }
}
