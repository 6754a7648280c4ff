import type { Clock } from '../system/clock.ts';

/** Number of rows that may be sent after a mark before the next mark is written. */
export const MARK_ROWS = 1_000;
/** The same where rows are sent so fast that marks would follow one another, because each of them waits for the disk. */
const MARK_ROWS_MAX = 32_000;
const FAST_MS = 100;
const SLOW_MS = 400;

/** Decides how far a mark is ahead of the rows that are sent: as far as they come in some tenths of a second. */
export class MarkPace {
  readonly #clock: Clock;
  #rows = MARK_ROWS;
  #at = Number.NEGATIVE_INFINITY;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * The mark that is needed before a row is sent; that is early enough for it to be on the disk when it is reached.
   * @param seq number of the row
   * @param mark rows below it may be sent, once that is on the disk
   */
  next(seq: number, mark: number): number {
    if (seq + this.#rows / 2 < mark) return mark;
    const now = this.#clock.elapsed();
    const sinceMs = now - this.#at;
    if (sinceMs < FAST_MS) this.#rows = Math.min(this.#rows * 2, MARK_ROWS_MAX);
    else if (sinceMs > SLOW_MS) this.#rows = MARK_ROWS;
    this.#at = now;
    return Math.max(mark, seq + this.#rows);
  }
}
