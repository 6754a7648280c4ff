import { fingerprint64 } from '../../../keys/fingerprint64.ts';

/** Number of different values; `error` is the standard error as a share of the count, 0 if the count is exact. */
export type DistinctEstimate = { readonly count: number; readonly error: number };

const EXACT_MAX = 2_048;
const HIGH_BITS = 21;
const INDEX_BITS = 12;
const REGISTERS = 1 << INDEX_BITS;

/**
 * Counts different texts in bounded memory: up to 2,048 exactly, by fingerprint; beyond that estimated by HyperLogLog
 * (Flajolet et al. 2007) with 4,096 registers (4 KB), standard error 1.6 %.
 */
export class DistinctCounter {
  /** Fingerprints of 53 bits; after them the registers, which a file with very many columns never needs. */
  #seen: Set<number> | undefined = new Set();
  #registers = new Uint8Array(0);

  add(text: string): void {
    const { lo, hi } = fingerprint64(text);
    const high = hi >>> (32 - HIGH_BITS);
    if (!this.#seen) this.#register(high, lo);
    else if (this.#seen.add(high * 2 ** 32 + lo).size > EXACT_MAX) {
      this.#registers = new Uint8Array(REGISTERS);
      for (const seen of this.#seen) this.#register(Math.floor(seen / 2 ** 32), seen % 2 ** 32);
      this.#seen = undefined;
    }
  }

  #register(high: number, lo: number): void {
    const index = high >>> (HIGH_BITS - INDEX_BITS);
    const rank = Math.clz32(lo) + 1;
    if (rank > (this.#registers[index] as number)) this.#registers[index] = rank;
  }

  get estimate(): DistinctEstimate {
    if (this.#seen) return { count: this.#seen.size, error: 0 };
    let sum = 0;
    let zeros = 0;
    for (const rank of this.#registers) {
      sum += 2 ** -rank;
      if (rank === 0) zeros += 1;
    }
    const raw = ((0.7213 / (1 + 1.079 / REGISTERS)) * REGISTERS ** 2) / sum;
    // For small counts, linear counting of the empty registers is more exact.
    const count = raw <= 2.5 * REGISTERS && zeros > 0 ? REGISTERS * Math.log(REGISTERS / zeros) : raw;
    return { count: Math.round(count), error: 1.04 / Math.sqrt(REGISTERS) };
  }
}
