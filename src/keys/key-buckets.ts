/** Keys of a bucket: as many as fit into a line of a cache, so that all are compared at once. */
const BUCKET_KEYS = 8;
const BUCKET_WORDS = BUCKET_KEYS * 2;
const LOAD_MAX = 0.9;

/**
 * A set of 64-bit fingerprints whose number is known before: 9 bytes each. A bucket is filled from its first entry on; what
 * has no room there is in the next one. prefilter/wasm/assembly/tables.ts reads them too.
 */
export class KeyBuckets {
  readonly words: Uint32Array;
  /** The first word of the set, and its end. */
  readonly at: number;
  readonly end: number;
  readonly buckets: number;

  /**
   * @param most so many keys have room
   * @param room memory, and where it is free from; without it, the set has its own
   */
  constructor(most: number, room?: { readonly words: Uint32Array; readonly at: number }) {
    this.buckets = KeyBuckets.bucketsFor(most);
    this.at = room?.at ?? 0;
    this.end = this.at + this.buckets * BUCKET_WORDS;
    this.words = room?.words.fill(0, this.at, this.end) ?? new Uint32Array(this.end);
  }

  /** Bytes of a set that has room for so many keys. */
  static bytesFor(most: number): number {
    return KeyBuckets.bucketsFor(most) * BUCKET_WORDS * 4;
  }

  private static bucketsFor(most: number): number {
    return Math.floor(most / LOAD_MAX / BUCKET_KEYS) + 1;
  }

  add(lo: number, hi: number): void {
    const at = this.#placeOf(lo | 0, hi | 0);
    this.words[at] = lo;
    // An entry of 0 is free.
    this.words[at + 1] = (lo | hi) === 0 ? 1 : hi;
  }

  has(lo: number, hi: number): boolean {
    const at = this.#placeOf(lo | 0, hi | 0);
    return ((this.words[at] as number) | (this.words[at + 1] as number)) !== 0;
  }

  /** The word of a key, or of the entry that it gets. */
  #placeOf(lo: number, hi: number): number {
    const { words, end } = this;
    const high = (lo | hi) === 0 ? 1 : hi;
    let at = this.at + Math.floor(((lo >>> 0) * this.buckets) / 2 ** 32) * BUCKET_WORDS;
    for (;;) {
      const knownLo = (words[at] as number) | 0;
      const knownHi = (words[at + 1] as number) | 0;
      if ((knownLo === lo && knownHi === high) || (knownLo | knownHi) === 0) return at;
      at += 2;
      if (at === end) at = this.at;
    }
  }
}
