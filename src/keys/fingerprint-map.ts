/** Number of tables. Each grows separately, so growth never copies all entries at once. */
const TABLES = 64;
const TABLE_SHIFT = 26;
const CAPACITY_MIN = 32;
const LOAD_MAX = 0.8;
const GROWTH = 1.5;
const WORD_VALUES = 2 ** 32;
/** A free slot has the fingerprint 0 in both words, so a real fingerprint of 0 is stored as this. */
const NOT_FREE = 1;

/**
 * Maps 64-bit fingerprints to numbers, with open addressing: 4 bytes for each word of an entry at a load of 0.5 to 0.8.
 * The words of the last found or added entry are in `slots` from `at` on; the first two are its fingerprint.
 */
export class FingerprintMap {
  size = 0;
  slots: Uint32Array;
  at = 0;
  readonly #words: number;
  readonly #tables: Uint32Array[];
  readonly #sizes = new Uint32Array(TABLES);

  /** @param words number of words of an entry, including the two of its fingerprint */
  constructor(words: number) {
    this.#words = words;
    this.#tables = Array.from({ length: TABLES }, () => new Uint32Array(CAPACITY_MIN * words));
    this.slots = this.#tables[0] as Uint32Array;
  }

  /** Whether the fingerprint has an entry. */
  find(lo: number, hi: number): boolean {
    if ((lo | hi) === 0) return this.find(0, NOT_FREE);
    const slots = this.#tables[hi >>> TABLE_SHIFT] as Uint32Array;
    const at = this.#place(slots, lo, hi);
    this.slots = slots;
    this.at = at;
    return slots[at] !== 0 || slots[at + 1] !== 0;
  }

  /** Adds an entry right after `find` has found none; its other words are 0. */
  add(lo: number, hi: number): void {
    if ((lo | hi) === 0) {
      this.add(0, NOT_FREE);
      return;
    }
    const table = hi >>> TABLE_SHIFT;
    const size = (this.#sizes[table] as number) + 1;
    this.#sizes[table] = size;
    this.size++;
    if (size * this.#words > this.slots.length * LOAD_MAX) {
      this.slots = this.#grown(this.slots);
      this.#tables[table] = this.slots;
      this.at = this.#place(this.slots, lo, hi);
    }
    this.slots[this.at] = lo;
    this.slots[this.at + 1] = hi;
  }

  /** Removes all entries, and keeps their room. */
  clear(): void {
    for (const table of this.#tables) table.fill(0);
    this.#sizes.fill(0);
    this.size = 0;
  }

  /** The words of all entries, by table. An entry begins at every multiple of `words`; it is free if its first two are 0. */
  get tables(): readonly Uint32Array[] {
    return this.#tables;
  }

  #place(slots: Uint32Array, lo: number, hi: number): number {
    const words = this.#words;
    // The upper bits choose the place: a remainder of numbers beyond 2^31 is slow.
    let at = Math.floor((lo * (slots.length / words)) / WORD_VALUES) * words;
    while ((slots[at] !== lo || slots[at + 1] !== hi) && (slots[at] !== 0 || slots[at + 1] !== 0)) {
      at += words;
      if (at === slots.length) at = 0;
    }
    return at;
  }

  #grown(before: Uint32Array): Uint32Array {
    const words = this.#words;
    const slots = new Uint32Array(Math.ceil((before.length / words) * GROWTH) * words);
    for (let from = 0; from < before.length; from += words) {
      const [lo, hi] = [before[from] as number, before[from + 1] as number];
      if (lo === 0 && hi === 0) continue;
      slots.set(before.subarray(from, from + words), this.#place(slots, lo, hi));
    }
    return slots;
  }
}
