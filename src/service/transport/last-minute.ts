import { MINUTE_MS } from './budget.ts';

const SLOT_MS = 250;
const SLOTS = MINUTE_MS / SLOT_MS;

/** Counts what happened in the last minute, to a quarter of a second. */
export class LastMinute {
  readonly #counts = new Float64Array(SLOTS);
  /** Which quarter of a second each count is for. */
  readonly #slots = new Float64Array(SLOTS).fill(-1);

  /** @param at milliseconds of any clock that never goes back, at least 0 */
  add(at: number): void {
    const slot = Math.floor(at / SLOT_MS);
    const index = slot % SLOTS;
    if (this.#slots[index] !== slot) this.#counts[index] = 0;
    this.#slots[index] = slot;
    this.#counts[index] = (this.#counts[index] as number) + 1;
  }

  /** The number that was added for the minute before `at`. */
  count(at: number): number {
    const newest = Math.floor(at / SLOT_MS);
    let sum = 0;
    for (let index = 0; index < SLOTS; index++)
      if ((this.#slots[index] as number) > newest - SLOTS) sum += this.#counts[index] as number;
    return sum;
  }
}
