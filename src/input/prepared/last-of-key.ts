import { FingerprintMap } from '../../keys/fingerprint-map.ts';

const BITS = 32;
const WORDS_MIN = 1_024;

/**
 * Finds the rows that are not the last one with their key, in one pass and in flat memory: about 18 bytes for each
 * distinct key, and one bit for each row. Rows are numbered from 0, at most 4 billion.
 */
export class LastOfKey {
  /** How many rows have a later row with the same key. */
  superseded = 0;
  readonly #last = new FingerprintMap(3);
  #bits = new Uint32Array(WORDS_MIN);

  /** Notes that a row has the key of this fingerprint; an earlier row with it is not the last one any more. */
  note(row: number, lo: number, hi: number): void {
    const last = this.#last;
    if (last.find(lo, hi)) this.#supersede(last.slots[last.at + 2] as number);
    else last.add(lo, hi);
    last.slots[last.at + 2] = row;
  }

  /** Whether a later row has the key of this row. */
  isSuperseded(row: number): boolean {
    return (((this.#bits[Math.floor(row / BITS)] ?? 0) >>> (row % BITS)) & 1) === 1;
  }

  #supersede(row: number): void {
    const word = Math.floor(row / BITS);
    if (word >= this.#bits.length) {
      const more = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[word] = (this.#bits[word] as number) | (1 << (row % BITS));
    this.superseded++;
  }
}
