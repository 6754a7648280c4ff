const CAPACITY_MIN = 1_024;
const LOAD_MAX = 0.6;
/** Pairs that are kept, some 130 MB of them at worst; see `complete`. */
export const PAIRS_MAX = 5_000_000;

/** A set of 64-bit fingerprints; about 16 bytes each. */
export class PairSet {
  #slots = new Uint32Array(CAPACITY_MIN * 2);
  #capacity = CAPACITY_MIN;
  size = 0;
  /** False when more were added than are kept: then not to be found means nothing. */
  complete = true;

  add(lo: number, hi: number): void {
    const at = this.#find(lo, hi);
    if (this.#slots[at] !== 0 || this.#slots[at + 1] !== 0) return;
    if (this.size >= PAIRS_MAX) {
      this.complete = false;
      return;
    }
    this.#slots[at] = lo;
    this.#slots[at + 1] = hi;
    this.size++;
    if (this.size * 2 > this.#slots.length * LOAD_MAX) this.#grow();
  }

  has(lo: number, hi: number): boolean {
    const at = this.#find(lo, hi);
    return this.#slots[at] === lo && this.#slots[at + 1] === hi;
  }

  #find(lo: number, hi: number): number {
    const slots = this.#slots;
    let at = (lo % this.#capacity) * 2;
    while ((slots[at] !== 0 || slots[at + 1] !== 0) && (slots[at] !== lo || slots[at + 1] !== hi))
      at = at + 2 === slots.length ? 0 : at + 2;
    return at;
  }

  #grow(): void {
    const before = this.#slots;
    this.#capacity *= 2;
    this.#slots = new Uint32Array(before.length * 2);
    for (let from = 0; from < before.length; from += 2) {
      const lo = before[from] as number;
      const hi = before[from + 1] as number;
      if (lo === 0 && hi === 0) continue;
      const at = this.#find(lo, hi);
      this.#slots[at] = lo;
      this.#slots[at + 1] = hi;
    }
  }
}
