import { fingerprint64 } from '../../../keys/fingerprint64.ts';

const KEYS_MAX = 10_000;
/** A longer cell is no key. */
const KEY_CHARS = 200;

/** The different values of a column as far as memory allows: the first 10,000, by fingerprint. */
export class ValueSet {
  readonly #exact = new Set<number>();
  readonly #folded = new Set<number>();
  #isComplete = true;

  add(cell: string): void {
    if (cell.length > KEY_CHARS || this.#exact.size >= KEYS_MAX) {
      if (this.#isComplete && !this.#exact.has(keyOf(cell))) this.#isComplete = false;
      return;
    }
    this.#exact.add(keyOf(cell));
    this.#folded.add(keyOf(cell.trim().toLowerCase()));
  }

  addAll(other: ValueSet): void {
    this.#isComplete &&= other.#isComplete;
    for (const key of other.#exact)
      if (this.#exact.size < KEYS_MAX) this.#exact.add(key);
      else if (!this.#exact.has(key)) this.#isComplete = false;
    for (const key of other.#folded) if (this.#folded.size < KEYS_MAX) this.#folded.add(key);
  }

  get size(): number {
    return this.#exact.size;
  }

  /** True if some values differ only in case or blanks around. */
  get hasVariants(): boolean {
    return this.#folded.size < this.#exact.size;
  }

  /** True if it has every value that was added. */
  get isComplete(): boolean {
    return this.#isComplete;
  }

  /** Values of this set that `other` has too; `folded`: without case and blanks around. */
  sharedWith(other: ValueSet): { readonly exact: number; readonly folded: number } {
    return { exact: shared(this.#exact, other.#exact), folded: shared(this.#folded, other.#folded) };
  }
}

function shared(a: ReadonlySet<number>, b: ReadonlySet<number>): number {
  let count = 0;
  for (const key of a) if (b.has(key)) count += 1;
  return count;
}

function keyOf(text: string): number {
  const { lo, hi } = fingerprint64(text);
  return (hi & 0x1fffff) * 2 ** 32 + lo;
}
