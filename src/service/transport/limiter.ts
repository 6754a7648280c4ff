import PQueue from 'p-queue';
import { type Clock, realClock } from '../../system/clock.ts';
import type { Budget } from './budget.ts';

/** One gate for each rate class: it limits how many run at once and how fast, and stops all while it is closed. */
export interface Limiter {
  /**
   * Waits for a turn, then does the work. Rejects if the signal aborts the wait, and with RateHoldError if the class is
   * closed for longer than this limiter waits.
   */
  run<T>(rateClass: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Closes the class for all, for `forMs` from now; a longer hold stays. */
  hold(rateClass: string, forMs: number): void;
  /** Milliseconds until the class opens; 0 if it is open. */
  closedForMs(rateClass: string): number;
}

/** The class is closed for longer than its callers wait. */
export class RateHoldError extends Error {
  override readonly name = 'RateHoldError';
  readonly rateClass: string;
  readonly forMs: number;
  /** True if an earlier attempt of the same request may have arrived. */
  readonly maybeSent: boolean;
  constructor(rateClass: string, forMs: number, maybeSent = false) {
    super(`the service asks to wait ${Math.ceil(forMs / 1_000)} s`);
    this.rateClass = rateClass;
    this.forMs = forMs;
    this.maybeSent = maybeSent;
  }
}

/** The share of the allowed rate that is used: the service's clock and ours never agree exactly. */
const SHARE = 0.98;
/** How far requests may run ahead of an even pace, if the pace is faster than that. */
const BURST_MS = 200;
/** The longest single wait; a timer beyond 2^31 ms would fire at once. */
const SLICE_MS = 3_600_000;

class Gate {
  readonly #queue: PQueue;
  readonly #spacingMs: number;
  readonly #aheadMs: number;
  readonly #name: string;
  readonly #holdMaxMs: number;
  readonly #clock: Clock;
  #nextAt = 0;
  #closedUntil = 0;

  constructor(name: string, { requests, perMs, concurrency }: Budget, holdMaxMs: number, clock: Clock) {
    this.#clock = clock;
    this.#name = name;
    this.#holdMaxMs = holdMaxMs;
    this.#queue = new PQueue({ concurrency });
    this.#spacingMs = perMs / (requests * SHARE);
    this.#aheadMs = this.#spacingMs > BURST_MS ? 0 : BURST_MS;
  }

  /** The queue does not get the signal: it would drop work under way, which must be finished. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#queue.add(async () => {
      await this.#turn(signal);
      return work();
    });
  }

  hold(forMs: number): void {
    this.#closedUntil = Math.max(this.#closedUntil, this.#clock.elapsed() + forMs);
  }

  get closedForMs(): number {
    return Math.max(0, this.#closedUntil - this.#clock.elapsed());
  }

  /** Evenly spaced turns with a small burst; a hold during the wait prolongs it. */
  async #turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      if (this.closedForMs > this.#holdMaxMs) throw new RateHoldError(this.#name, this.closedForMs);
      const now = this.#clock.elapsed();
      const waitMs = Math.max(this.#closedUntil, this.#nextAt - this.#aheadMs) - now;
      if (waitMs <= 0) {
        this.#nextAt = Math.max(now, this.#nextAt) + this.#spacingMs;
        return;
      }
      await this.#clock.sleep(Math.min(waitMs, SLICE_MS), signal);
    }
  }
}

/**
 * A limiter with one gate for each budget; a class without a budget throws a RangeError.
 * @param holdMaxMs the longest hold that a request waits for; default: any
 */
export function createLimiter(
  budgets: Readonly<Record<string, Budget>>,
  holdMaxMs = Number.POSITIVE_INFINITY,
  clock: Clock = realClock,
): Limiter {
  const gates = new Map(
    Object.entries(budgets).map(([name, budget]) => [name, new Gate(name, budget, holdMaxMs, clock)]),
  );
  const gate = (rateClass: string): Gate => {
    const found = gates.get(rateClass);
    if (!found) throw new RangeError(`no budget for rate class ${rateClass}`);
    return found;
  };
  return {
    run: (rateClass, work, signal) => gate(rateClass).run(work, signal),
    hold: (rateClass, forMs) => gate(rateClass).hold(forMs),
    closedForMs: (rateClass) => gate(rateClass).closedForMs,
  };
}
