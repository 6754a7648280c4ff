import type { RunEvent } from '../../delivery/run.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import type { Clock } from '../../system/clock.ts';
import type { StreamEvent } from './event-schema.ts';
import type { RunListener } from './run-listener.ts';

/** Events of one span of a run. */
export type TimelinePoint = {
  /** Rows that left the window. */
  rows: number;
  /** Refusals that ask to wait (429). */
  throttled: number;
  /** Other failures that were tried again. */
  retried: number;
  /** True if nothing went on in a part of it. */
  paused: boolean;
};

export type TimelineOptions = {
  /** The length of a span at first, in milliseconds. */
  readonly spanMs: number;
  /** The most spans; an even number. */
  readonly most: number;
};

/**
 * Keeps what happened when, in a bounded number of spans of equal length: where there would be too many, two become one
 * and each is twice as long.
 */
export class Timeline implements RunListener {
  readonly everyMs = 1_000;
  readonly #clock: Clock;
  readonly #startedAt: number;
  readonly #most: number;
  #spanMs: number;
  #points: TimelinePoint[] = [];
  #isPaused = false;

  constructor({ spanMs, most }: TimelineOptions, clock: Clock) {
    this.#clock = clock;
    this.#startedAt = clock.elapsed();
    this.#spanMs = spanMs;
    this.#most = most;
  }

  /** The length of a span now, in milliseconds. */
  get spanMs(): number {
    return this.#spanMs;
  }

  /** From the beginning until now, without gaps. */
  get points(): readonly Readonly<TimelinePoint>[] {
    return this.#points;
  }

  observe(event: StreamEvent): void {
    const now = this.#now();
    if (event.type === 'paused') this.#isPaused = true;
    now.paused ||= this.#isPaused;
    if (event.type === 'resumed') this.#isPaused = false;
  }

  readonly follow = (event: RunEvent | TransportEvent): void => {
    if (event.type === 'committed') this.#now().rows += event.rows.length;
    else if (event.type === 'retried') this.#now()[event.throttled ? 'throttled' : 'retried']++;
  };

  /** The point of this moment. */
  #now(): TimelinePoint {
    const elapsedMs = this.#clock.elapsed() - this.#startedAt;
    while (elapsedMs >= this.#spanMs * this.#most) this.#halve();
    const index = Math.floor(elapsedMs / this.#spanMs);
    while (this.#points.length <= index)
      this.#points.push({ rows: 0, throttled: 0, retried: 0, paused: this.#isPaused });
    return this.#points[index] as TimelinePoint;
  }

  #halve(): void {
    const points = this.#points;
    this.#points = points.flatMap((one, at) => {
      if (at % 2 === 1) return [];
      const two = points[at + 1];
      if (!two) return [one];
      const paused = one.paused || two.paused;
      return [
        {
          rows: one.rows + two.rows,
          throttled: one.throttled + two.throttled,
          retried: one.retried + two.retried,
          paused,
        },
      ];
    });
    this.#spanMs *= 2;
  }
}
