import { FingerprintMap } from './fingerprint-map.ts';
import { fingerprint64 } from './fingerprint64.ts';

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

const BITS = 32;
const WORDS_MIN = 1_024;

/** The other half of a fingerprint that is the number of a row. */
const otherHalf = (row: number): number => Math.imul(row + 1, 0x9e37_79b1) >>> 0;

/**
 * Which row of a key stays; with `error` the first one, and the others are rejected. `lastInput`: those of the last input that
 * has the key, be they several.
 */
export type Keep = 'first' | 'last' | 'error' | 'lastInput';

/**
 * Finds the rows that do not stay because of another row with their key, in one pass and in flat memory: about 24 bytes
 * for each distinct key, and one bit for each row. Rows are numbered from 0, at most 4 billion.
 */
export class RepeatedKeys {
  /** The number of rows that do not stay. */
  repeated = 0;
  readonly #keep: Keep;
  readonly #known = new FingerprintMap(4);
  #bits = new Uint32Array(WORDS_MIN);
  /** By the number of a row: the row before it that has its key in its input; only with `lastInput`. */
  readonly #before = new FingerprintMap(3);

  constructor(keep: Keep) {
    this.#keep = keep;
  }

  /**
   * Notes that a row has the key of this fingerprint.
   * @param input which rows are read before which: rows of an earlier one may come later, such as replies
   */
  note(row: number, lo: number, hi: number, input = 0): void {
    const known = this.#known;
    if (known.find(lo, hi)) {
      const [before, beforeInput] = [
        known.slots[known.at + 2] as number,
        known.slots[known.at + 3] as number,
      ];
      if (this.#keep === 'lastInput' && input === beforeInput) {
        this.#follow(row, before);
        known.slots[known.at + 2] = row;
        return;
      }
      const isLater = input >= beforeInput;
      const stays = this.#keep === 'last' || this.#keep === 'lastInput' ? isLater : !isLater;
      if (stays) this.#leaveAll(before);
      else this.#leave(row);
      if (!stays) return;
    } else known.add(lo, hi);
    known.slots[known.at + 2] = row;
    known.slots[known.at + 3] = input;
  }

  /** True if a row does not stay. */
  isRepeated(row: number): boolean {
    return (((this.#bits[Math.floor(row / BITS)] ?? 0) >>> (row % BITS)) & 1) === 1;
  }

  /** Notes that a row has the key of the row before it, and both may stay. */
  #follow(row: number, before: number): void {
    const of = this.#before;
    if (!of.find(row, otherHalf(row))) of.add(row, otherHalf(row));
    of.slots[of.at + 2] = before;
  }

  /** Leaves a row and those that it follows. */
  #leaveAll(last: number): void {
    let row = last;
    this.#leave(row);
    while (this.#before.find(row, otherHalf(row))) {
      row = this.#before.slots[this.#before.at + 2] as number;
      this.#leave(row);
    }
  }

  #leave(row: number): void {
    const word = Math.floor(row / BITS);
    if (word >= this.#bits.length) {
      const more = new Uint32Array(Math.max(word + 1, this.#bits.length * 2));
      more.set(this.#bits);
      this.#bits = more;
    }
    this.#bits[word] = (this.#bits[word] as number) | (1 << (row % BITS));
    this.repeated++;
  }
}

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
