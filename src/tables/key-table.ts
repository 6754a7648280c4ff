import { FingerprintMap } from '../keys/fingerprint-map.ts';
import { fingerprint64 } from '../keys/fingerprint64.ts';

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

/** The rows of a file that are numbered before they are sorted. */
const EARLY_MAX = 65_536;

/**
 * Numbers the equal rows of one file before they are sorted by time, as they will stand then: so nothing is kept of the files
 * before. That is not known of a file with very many rows, and of one whose equal rows change places.
 */
export class EqualRowsOfFile {
  #seen = new FingerprintMap(5);
  readonly #time = new Float64Array(1);
  readonly #timeWords = new Uint32Array(this.#time.buffer);

  /** The number of a row among the equal ones so far, from 1; undefined if it is not known. */
  next(time: number, lo: number, hi: number): number | undefined {
    const seen = this.#seen;
    if (!seen.find(lo, hi)) {
      if (seen.size === EARLY_MAX) return undefined;
      seen.add(lo, hi);
    } else if (time < this.#timeAt(seen.at + 3)) return undefined;
    this.#time[0] = time;
    const { slots, at } = seen;
    slots[at + 3] = this.#timeWords[0] as number;
    slots[at + 4] = this.#timeWords[1] as number;
    const number = (slots[at + 2] as number) + 1;
    slots[at + 2] = number;
    return number;
  }

  /** Begins another file. */
  clear(): void {
    this.#seen.clear();
  }

  #timeAt(at: number): number {
    const { slots } = this.#seen;
    this.#timeWords[0] = slots[at] as number;
    this.#timeWords[1] = slots[at + 1] as number;
    return this.#time[0] as number;
  }
}
