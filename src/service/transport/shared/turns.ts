import { RunError } from '../../../errors/run-error.ts';
import type { Clock } from '../../../system/clock.ts';
import { aheadMs } from '../budget.ts';
import { leadMaxMs, type SharedBudget } from './shared-budget.ts';

/** The listener to what becomes of turns. */
export type TurnsHears = {
  /** There are turns, or it is time to ask again. */
  readonly changed: () => void;
  readonly closed: (rateClass: string, forMs: number) => void;
  /** The store has not answered for a long time. */
  readonly lost: (rateClass: string, error: RunError) => void;
};

/** The way in which a limiter shares its rates. */
export type Sharing = {
  readonly budget: SharedBudget;
  /** Opens what takes turns of a rate class from the budget. */
  readonly turns: (rateClass: string, clock: Clock, hears: TurnsHears) => Turns;
  /** Called if another process was told to wait. */
  readonly onHeld: (rateClass: string, forMs: number) => void;
};

/** Turns of so much time are taken at once, at most as many as wait or were used in that time: a high rate does not ask for each. */
const BATCH_MS = 50;
/** A turn that is not used within this time is given back: too many late ones would be too many in a minute. */
const VALID_MS = 250;
/** The wait until it is asked again if there was no turn, or no answer. */
const [AGAIN_MIN_MS, AGAIN_MAX_MS] = [20, 1_000];
const FAILED_AGAIN_MS = 250;
/** So long the store may not answer. */
const LOST_MS = 30_000;

/** The turns of one rate class that this process has taken from the shared budget. Asked only while requests wait for nothing else. */
export class Turns {
  readonly #rateClass: string;
  readonly #budget: SharedBudget;
  readonly #clock: Clock;
  readonly #hears: TurnsHears;
  /** From when on each may be used, in order. */
  #held: number[] = [];
  #unused = 0;
  /** Turns that were used since a time. */
  #used = 0;
  #usedSince = Number.NEGATIVE_INFINITY;
  #isAsking = false;
  #askAt = 0;
  #failingSince: number | undefined;

  constructor(rateClass: string, budget: SharedBudget, clock: Clock, hears: TurnsHears) {
    this.#rateClass = rateClass;
    this.#budget = budget;
    this.#clock = clock;
    this.#hears = hears;
  }

  /**
   * When the next turn can be used; Infinity while the answer is awaited.
   * @param wanted requests that wait for a turn alone
   */
  readyAt(now: number, wanted: () => number, spacingMs: number): number {
    while (this.#held.length > 0 && (this.#held[0] as number) + VALID_MS < now) {
      this.#held.shift();
      this.#unused++;
    }
    const [next] = this.#held;
    if (next !== undefined) return next;
    if (this.#isAsking) return Number.POSITIVE_INFINITY;
    if (now < this.#askAt) return this.#askAt;
    const likely = now - this.#usedSince < BATCH_MS ? this.#used : 0;
    const most = Math.floor(BATCH_MS / spacingMs);
    void this.#ask(Math.max(1, Math.min(Math.max(wanted(), likely), most)), spacingMs);
    return Number.POSITIVE_INFINITY;
  }

  use(now: number): void {
    this.#held.shift();
    if (now - this.#usedSince >= BATCH_MS) {
      this.#usedSince = now;
      this.#used = 0;
    }
    this.#used++;
  }

  async #ask(turns: number, spacingMs: number): Promise<void> {
    this.#isAsking = true;
    const unused = this.#unused;
    try {
      const taken = await this.#budget.take(this.#rateClass, { spacingMs, turns, unused });
      const now = this.#clock.elapsed();
      this.#unused -= unused;
      this.#failingSince = undefined;
      const inMs = taken.leadMs - aheadMs(taken.spacingMs);
      for (let turn = 0; turn < taken.turns; turn++)
        this.#held.push(now + Math.max(0, inMs + turn * taken.spacingMs));
      const againMs = taken.leadMs - leadMaxMs(taken.spacingMs);
      if (taken.turns === 0) this.#askAt = now + Math.min(AGAIN_MAX_MS, Math.max(AGAIN_MIN_MS, againMs));
      if (taken.closedForMs > 0) this.#hears.closed(this.#rateClass, taken.closedForMs);
    } catch (error) {
      this.#failed(error as Error);
    } finally {
      this.#isAsking = false;
    }
    this.#hears.changed();
  }

  #failed(error: Error): void {
    const now = this.#clock.elapsed();
    this.#askAt = now + FAILED_AGAIN_MS;
    this.#failingSince ??= now;
    if (now - this.#failingSince < LOST_MS) return;
    const seconds = Math.round((now - this.#failingSince) / 1_000);
    const message = `the rate limits of the app are shared, and where they are kept has not answered for ${seconds} s: ${error.message}`;
    this.#hears.lost(this.#rateClass, new RunError('RUN.BUDGET_LOST', message, { cause: error }));
  }
}
