/** Words of a bucket: a line of a cache, so that all its keys are compared at once. */
const BUCKET_WORDS = 16;
const LOAD_MAX = 0.9;

/**
 * A set of 64-bit fingerprints whose number is known before: 9 bytes each, or 4.5, of which an unknown one looks like a known
 * one with a chance of 1 in 100 million. A bucket is filled from its first entry on; what has no room there is in the next
 * one. prefilter/wasm/assembly/tables.ts reads them too.
 */
export class KeyBuckets {
  readonly words: Uint32Array;
  /** The first word of the set, and its end. */
  readonly at: number;
  readonly end: number;
  readonly buckets: number;
  /** Words of a key: with one, only its upper half is kept, and of the lower one which bucket it is in. */
  readonly #keyWords: 1 | 2;

  /**
   * @param most so many keys have room
   * @param room memory, and the words of it that are free; without it, or if it is too small, the set has its own
   */
  constructor(
    most: number,
    room?: { readonly words: Uint32Array; readonly at: number; readonly end: number },
    keyWords: 1 | 2 = 2,
  ) {
    this.buckets = Math.floor((most * keyWords) / LOAD_MAX / BUCKET_WORDS) + 1;
    this.#keyWords = keyWords;
    const length = this.buckets * BUCKET_WORDS;
    this.at = room && room.at + length <= room.end ? room.at : 0;
    this.end = this.at + length;
    this.words = (this.at > 0 && room?.words.fill(0, this.at, this.end)) || new Uint32Array(length);
  }

  add(lo: number, hi: number): void {
    const at = this.#placeOf(lo | 0, hi | 0);
    this.words[at] = this.#keyWords === 1 ? notFree(hi) : lo;
    // An entry of 0 is free.
    if (this.#keyWords === 2) this.words[at + 1] = lo === 0 ? notFree(hi) : hi;
  }

  has(lo: number, hi: number): boolean {
    const at = this.#placeOf(lo | 0, hi | 0);
    return ((this.words[at] as number) | (this.words[at + this.#keyWords - 1] as number)) !== 0;
  }

  /** The word of a key, or of the entry that it gets. */
  #placeOf(lo: number, hi: number): number {
    const { words, end } = this;
    const keyWords = this.#keyWords;
    // The first and the last word of the entry.
    const first = keyWords === 1 ? notFree(hi) : lo;
    const last = first === 0 ? notFree(hi) : keyWords === 1 ? first : hi;
    let at = this.at + Math.floor(((lo >>> 0) * this.buckets) / 2 ** 32) * BUCKET_WORDS;
    for (;;) {
      const knownFirst = (words[at] as number) | 0;
      const knownLast = (words[at + keyWords - 1] as number) | 0;
      if ((knownFirst === first && knownLast === last) || (knownFirst | knownLast) === 0) return at;
      at += keyWords;
      if (at === end) at = this.at;
    }
  }
}

const notFree = (half: number): number => (half === 0 ? 1 : half);
