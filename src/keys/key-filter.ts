/** Words of a block, each with one bit of a key: a look-up touches one line of the processor's cache. */
const BLOCK_WORDS = 8;

/**
 * Says of fingerprints that they were certainly never added, or that they may have been: a blocked Bloom filter. With 27
 * bits for each key, one of 12,000 others is a false alarm, with 16 one of 800, with 8 one of 30.
 */
export class KeyFilter {
  /** Its memory. */
  readonly tables: readonly Uint32Array[];
  readonly #shift: number;

  /** @param tables memory, all zeros: a power of two of arrays, each of a power of two of words, at least 8 */
  constructor(tables: readonly Uint32Array[]) {
    this.tables = tables;
    this.#shift = 32 - Math.log2(tables.length);
  }

  add(lo: number, hi: number): void {
    const words = this.tables[hi >>> this.#shift] as Uint32Array;
    const at = placeOf(words, lo);
    const mixed = mixedOf(lo, hi);
    for (let word = 0; word < BLOCK_WORDS; word++)
      words[at + word] = (words[at + word] as number) | bitOf(mixed, word);
  }

  mayHave(lo: number, hi: number): boolean {
    const words = this.tables[hi >>> this.#shift] as Uint32Array;
    const at = placeOf(words, lo);
    const mixed = mixedOf(lo, hi);
    for (let word = 0; word < BLOCK_WORDS; word++)
      if (((words[at + word] as number) & bitOf(mixed, word)) === 0) return false;
    return true;
  }
}

/** Odd numbers, one for each word; those of the Parquet format. */
const SALTS = Int32Array.of(
  0x47b6137b,
  0x44974d91,
  0x8824ad5b,
  0xa2b7289d,
  0x705495c7,
  0x2df1424b,
  0x9efc4947,
  0x5c6bfb31,
);

const placeOf = (words: Uint32Array, lo: number): number =>
  (lo & (words.length / BLOCK_WORDS - 1)) * BLOCK_WORDS;

/** The bits that choose neither the table nor, as a rule, the block. */
const mixedOf = (lo: number, hi: number): number => hi ^ ((lo >>> 14) | (lo << 18));

const bitOf = (mixed: number, word: number): number => 1 << (Math.imul(mixed, SALTS[word] as number) >>> 27);
