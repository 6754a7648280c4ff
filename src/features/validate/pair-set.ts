import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import type { Keys } from '../../prefilter/wasm/wasm-screen.ts';

/** Words of one entry. */
const WORDS = 2;
/** Pairs kept, at most about 70 MB; see `complete`. */
export const PAIRS_MAX = 5_000_000;

/** A set of 64-bit fingerprints; about 14 bytes each. */
export class PairSet {
  readonly #pairs = new FingerprintMap(WORDS);
  /** False if more were added than are kept: `has` may then miss a pair. */
  complete = true;

  get size(): number {
    return this.#pairs.size;
  }

  add(lo: number, hi: number): void {
    if (this.#pairs.find(lo, hi)) return;
    if (this.size >= PAIRS_MAX) this.complete = false;
    else this.#pairs.add(lo, hi);
  }

  /** All of them as the entries of tables. */
  get keys(): Keys {
    return { size: this.size, tables: this.#pairs.tables, words: WORDS, counts: () => true };
  }

  has(lo: number, hi: number): boolean {
    return this.#pairs.find(lo, hi);
  }
}
