import { setTimeout as sleep } from 'node:timers/promises';
import PQueue from 'p-queue';
import type { Budget } from './route.ts';

/** The gate per rate class: how many at once, how fast, and not at all while it is held. */
export interface Limiter {
  /** Waits for the class's turn, then does the work. Rejects when the signal aborts the wait. */
  run<T>(rateClass: string, work: () => Promise<T>, signal: AbortSignal): Promise<T>;
  /** Closes the class for everyone until `forMs` from now; a longer hold that is already on stays. */
  hold(rateClass: string, forMs: number): void;
  /** Milliseconds until the class opens; 0 where it is open. */
  heldForMs(rateClass: string): number;
}

/** Part of the allowed rate that is used: the service's clock and ours never agree exactly. */
const SHARE = 0.98;
/** How far requests may run ahead of an even pace, where the pace is faster than that. */
const BURST_MS = 200;
/** The longest single wait; a timer beyond 2^31 ms would fire at once. */
const SLICE_MS = 3_600_000;

class Gate {
  readonly #queue: PQueue;
  readonly #spacingMs: number;
  readonly #aheadMs: number;
  #nextAt = 0;
  #heldUntil = 0;

  constructor({ requests, perMs, concurrency }: Budget) {
    this.#queue = new PQueue({ concurrency });
    this.#spacingMs = perMs / (requests * SHARE);
    this.#aheadMs = this.#spacingMs > BURST_MS ? 0 : BURST_MS;
  }

  /** The queue is not given the signal: it would let go of work under way, which is to be finished. */
  run<T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    return this.#queue.add(async () => {
      await this.#turn(signal);
      return work();
    });
  }

  hold(forMs: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, performance.now() + forMs);
  }

  get heldForMs(): number {
    return Math.max(0, this.#heldUntil - performance.now());
  }

  /** Evenly spaced turns with a small burst; a hold that falls into the wait prolongs it. */
  async #turn(signal: AbortSignal): Promise<void> {
    for (;;) {
      signal.throwIfAborted();
      const now = performance.now();
      const waitMs = Math.max(this.#heldUntil, this.#nextAt - this.#aheadMs) - now;
      if (waitMs <= 0) {
        this.#nextAt = Math.max(now, this.#nextAt) + this.#spacingMs;
        return;
      }
      await sleep(Math.min(waitMs, SLICE_MS), undefined, { signal });
    }
  }
}

/** A limiter with one gate for each budget; a class without a budget is a mistake of the caller. */
export function createLimiter(budgets: Readonly<Record<string, Budget>>): Limiter {
  const gates = new Map(Object.entries(budgets).map(([name, budget]) => [name, new Gate(budget)]));
  const gate = (rateClass: string): Gate => {
    const found = gates.get(rateClass);
    if (!found) throw new RangeError(`no budget for rate class ${rateClass}`);
    return found;
  };
  return {
    run: (rateClass, work, signal) => gate(rateClass).run(work, signal),
    hold: (rateClass, forMs) => gate(rateClass).hold(forMs),
    heldForMs: (rateClass) => gate(rateClass).heldForMs,
  };
}
