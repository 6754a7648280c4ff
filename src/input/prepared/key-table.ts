import { FingerprintMap } from '../../keys/fingerprint-map.ts';
import { fingerprint64 } from '../../keys/fingerprint64.ts';

/** Odd constants that spread small numbers over a word. */
const SPREAD_LO = 0x9e3779b1 | 0;
const SPREAD_HI = 0x85ebca6b | 0;

const KEPT_MAX = 65_536;

/** The parts of a key as one text: different parts never give the same text, and the order is that of the parts. */
export function joinedKey(parts: readonly string[]): string {
  if (parts.length === 1) return parts[0] as string;
  return parts.map((part) => (part.includes('\0') ? part.replaceAll('\0', '\0\u0001') : part)).join('\0\0');
}

/** A set of keys in flat memory: about 12 bytes each. Two keys are the same with a chance of 1 in 2^64. */
export class KeySet {
  readonly #seen = new FingerprintMap(2);

  get size(): number {
    return this.#seen.size;
  }

  /** Adds a key; false if the set has it already. */
  add(parts: readonly string[]): boolean {
    const { lo, hi } = fingerprint64(joinedKey(parts));
    if (this.#seen.find(lo, hi)) return false;
    this.#seen.add(lo, hi);
    return true;
  }

  has(parts: readonly string[]): boolean {
    const { lo, hi } = fingerprint64(joinedKey(parts));
    return this.#seen.find(lo, hi);
  }
}

/** Numbers equal rows within each file, in flat memory: about 18 bytes for each distinct row. */
export class EqualRows {
  #counts = new FingerprintMap(3);

  /** The number of a row among the equal ones of its file so far, from 1. */
  next(file: number, lo: number, hi: number): number {
    const counts = this.#counts;
    const [ownLo, ownHi] = [(lo ^ Math.imul(file, SPREAD_LO)) >>> 0, (hi ^ Math.imul(file, SPREAD_HI)) >>> 0];
    if (!counts.find(ownLo, ownHi)) counts.add(ownLo, ownHi);
    const number = (counts.slots[counts.at + 2] as number) + 1;
    counts.slots[counts.at + 2] = number;
    return number;
  }

  /** Forgets all rows: those that follow are of other files. */
  clear(): void {
    // Small files follow each other; the room of a large one is not kept for them.
    if (this.#counts.size < KEPT_MAX) this.#counts.clear();
    else this.#counts = new FingerprintMap(3);
  }
}
