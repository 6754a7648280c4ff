import { FingerprintMap } from '../../keys/fingerprint-map.ts';

/** Pairs kept, at most about 70 MB; see `complete`. */
export const PAIRS_MAX = 5_000_000;

/** A set of 64-bit fingerprints; about 14 bytes each. */
export class PairSet {
  readonly #pairs = new FingerprintMap(2);
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

  /** Calls `visit` with each of them. */
  each(visit: (lo: number, hi: number) => void): void {
    this.#pairs.each((slots, at) => visit(slots[at] as number, slots[at + 1] as number));
  }

  has(lo: number, hi: number): boolean {
    return this.#pairs.find(lo, hi);
  }
}
