import { skewMs } from '../rate-headers.ts';
import type { ApiResponse, Layer } from '../transport.ts';

/** A difference of the clocks up to this is none: the service's Date has whole seconds, and an answer takes time. */
const NONE_MS = 60_000;

/** A difference that is said: from here on, a machine's clock is wrong. */
const SAID_S = 300;

/** The difference between the service's clock and ours, from the first answer that has a Date. */
export class ClockSkew {
  #skewS: number | undefined;
  readonly #waiting: ((skewS: number) => void)[] = [];

  /** Seconds that the service's clock is ahead of ours; 0 while that is not known, or not more than a minute. */
  get seconds(): number {
    return this.#skewS ?? 0;
  }

  /** The problem with this machine's clock; undefined if nothing is known to be. */
  get warning(): string | undefined {
    const { seconds } = this;
    if (Math.abs(seconds) < SAID_S) return undefined;
    const side = seconds < 0 ? 'ahead of' : 'behind';
    return `RUN.CLOCK_WRONG: the clock of this machine is ${Math.abs(seconds)} s ${side} the service's clock; the service's clock decides who created a row, and times in reports and logs are this machine's: set it, best with NTP`;
  }

  /** Calls back once it is known how the clocks differ: at once, or before the first answer is used. */
  onKnown(callback: (skewS: number) => void): void {
    if (this.#skewS === undefined) this.#waiting.push(callback);
    else callback(this.#skewS);
  }

  /** Reads the Date of an answer. */
  take(response: Pick<ApiResponse, 'headers'>, nowMs: number): void {
    if (this.#skewS !== undefined || response.headers['date'] === undefined) return;
    const skew = skewMs(response, nowMs);
    this.#skewS = Math.abs(skew) > NONE_MS ? Math.round(skew / 1_000) : 0;
    for (const callback of this.#waiting) callback(this.#skewS);
  }

  /** Reads the Date of answers. */
  layer(clock: { now(): number }): Layer {
    return (next) => (request, signal) =>
      this.#skewS === undefined
        ? next(request, signal).then((response) => {
            this.take(response, clock.now());
            return response;
          })
        : next(request, signal);
  }
}
