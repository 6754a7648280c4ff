import { FingerprintMap } from './fingerprint-map.ts';
import { fingerprint64 } from './fingerprint64.ts';

/** The outcome of the row that a key belongs to. */
export type KeyState = 'landed' | 'invalid' | 'refused';

/** A key's fingerprint with the place where it was first seen; stored on disk for each row with a key. */
export type Stamp = {
  readonly lo: number;
  readonly hi: number;
  /** Fingerprint of the row's content; it separates repeated rows from contradicting ones. 22 bits are stored. */
  readonly content: number;
  readonly line: number;
  /** Index of the file; `FILE_UNKNOWN` means that file or any later one. */
  readonly file: number;
};

/** The index of every file from here on. */
export const FILE_UNKNOWN = 255;

/** Words of one entry: both halves of the fingerprint, the line, and content, file and state together. */
const WORDS = 4;
/** Bytes of one stamp with its state, in memory and on disk. */
export const STAMP_BYTES = WORDS * 4;

const STATES = ['landed', 'invalid', 'refused'] as const;
const LANDED = STATES.indexOf('landed');
const CONTENT_MASK = 0x3f_ffff;

/** The stored part of a content fingerprint. */
export const contentOf = (fingerprint: number): number => fingerprint & CONTENT_MASK;

/**
 * Every key of an entity seen so far, as 64-bit fingerprints in open-addressing tables: about 28 bytes a key. Works up
 * to some 5 million keys of one entity.
 */
export class KeyIndex {
  /** By fingerprint of the key: the line, and one word with content, file and state. */
  readonly #stamps = new FingerprintMap(WORDS);

  get size(): number {
    return this.#stamps.size;
  }

  /** The outcome of the row with this key; undefined if no row had it. */
  state(key: string): KeyState | undefined {
    const { lo, hi } = fingerprint64(key);
    return this.stateOf(lo, hi);
  }

  /** The place of the row with this key; undefined if no row had it. */
  find(key: string): Stamp | undefined {
    const { lo, hi } = fingerprint64(key);
    return this.#stamps.find(lo, hi) ? this.#found() : undefined;
  }

  /** The outcome of the row whose key has this fingerprint; undefined if no row had it. */
  stateOf(lo: number, hi: number): KeyState | undefined {
    return this.#stamps.find(lo, hi) ? STATES[this.#tail() >>> 30] : undefined;
  }

  /** Whether the row with this fingerprint is valid. */
  hasLanded(lo: number, hi: number): boolean {
    return this.#stamps.find(lo, hi) && this.#tail() >>> 30 === LANDED;
  }

  /** Whether any row had the key of this fingerprint. */
  has(lo: number, hi: number): boolean {
    return this.#stamps.find(lo, hi);
  }

  /** The keys of all valid rows, for whoever looks them up in another way: as the entries of tables. */
  get landed(): {
    readonly size: number;
    readonly tables: readonly Uint32Array[];
    readonly words: number;
    readonly counts: (table: Uint32Array, at: number) => boolean;
  } {
    const { size, tables } = this.#stamps;
    return {
      size,
      tables,
      words: WORDS,
      counts: (table, at) => (table[at + 3] as number) >>> 30 === LANDED,
    };
  }

  /** Records the key of a valid row that is the first with this key. */
  land(lo: number, hi: number, content: number, line: number, file: number): void {
    this.#write(lo, hi, line, tailOf(content, file, 'landed'));
  }

  /**
   * Records a row's key. The key of an invalid row can be used again.
   * @returns `first`: the place of the earlier row with the key, undefined if this row is the first
   */
  add(key: string, state: KeyState, place: Omit<Stamp, 'lo' | 'hi'>): { first?: Stamp; stamp: Stamp } {
    const { lo, hi } = fingerprint64(key);
    const stamp: Stamp = { lo, hi, content: place.content, line: place.line, file: place.file };
    if (this.#stamps.find(lo, hi) && STATES[this.#tail() >>> 30] !== 'invalid')
      return { first: this.#found(), stamp };
    this.set(stamp, state);
    return { stamp };
  }

  /** Writes a stamp and replaces an earlier one. */
  set(stamp: Stamp, state: KeyState): void {
    this.#write(stamp.lo, stamp.hi, stamp.line, tailOf(stamp.content, stamp.file, state));
  }

  /** Frees the keys of all refused rows, like those of invalid rows: these rows come again after correction. */
  reopen(): void {
    for (const slots of this.#stamps.tables)
      for (let at = 0; at < slots.length; at += WORDS) {
        const tail = slots[at + 3] as number;
        if (STATES[tail >>> 30] === 'refused') slots[at + 3] = stated(tail, 'invalid');
      }
  }

  /** Reads encoded stamps, in order; a later one replaces an earlier one with the same key. */
  restore(bytes: Uint8Array): void {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    for (let at = 0; at + WORDS <= words.length; at += WORDS)
      this.#write(
        words[at] as number,
        words[at + 1] as number,
        words[at + 2] as number,
        words[at + 3] as number,
      );
  }

  #tail(): number {
    return this.#stamps.slots[this.#stamps.at + 3] as number;
  }

  #found(): Stamp {
    const { slots, at } = this.#stamps;
    const [lo = 0, hi = 0, line = 0, tail = 0] = [slots[at], slots[at + 1], slots[at + 2], slots[at + 3]];
    return { lo, hi, line, content: tail & CONTENT_MASK, file: (tail >>> 22) & 0xff };
  }

  #write(lo: number, hi: number, line: number, tail: number): void {
    const stamps = this.#stamps;
    if (!stamps.find(lo, hi)) stamps.add(lo, hi);
    stamps.slots[stamps.at + 2] = line;
    stamps.slots[stamps.at + 3] = tail;
  }
}

function tailOf(content: number, file: number, state: KeyState): number {
  return stated((Math.min(file, FILE_UNKNOWN) << 22) | contentOf(content), state);
}

/** The same content and file with another state. */
function stated(tail: number, state: KeyState): number {
  return ((STATES.indexOf(state) << 30) | (tail & 0x3fff_ffff)) >>> 0;
}

/** Stamps with their states as bytes for the disk: `STAMP_BYTES` each, in the machine's byte order. */
export class Stamps {
  readonly #words: Uint32Array;
  #length = 0;

  /** @param most how many are added at most */
  constructor(most: number) {
    this.#words = new Uint32Array(most * WORDS);
  }

  add({ lo, hi, content, line, file }: Stamp, state: KeyState): void {
    this.#push(lo, hi, line, tailOf(content, file, state));
  }

  /** Adds the stamp of a valid row, without an object for it. */
  addLanded(lo: number, hi: number, place: Omit<Stamp, 'lo' | 'hi'>): void {
    this.#push(lo, hi, place.line, tailOf(place.content, place.file, 'landed'));
  }

  #push(lo: number, hi: number, line: number, tail: number): void {
    const at = this.#length;
    this.#words[at] = lo;
    this.#words[at + 1] = hi;
    this.#words[at + 2] = line;
    this.#words[at + 3] = tail;
    this.#length += WORDS;
  }

  get bytes(): Uint8Array {
    return new Uint8Array(this.#words.buffer, 0, this.#length * 4);
  }
}

/** Stamps from their bytes on disk. */
export function* decodeStamps(bytes: Uint8Array): Generator<{ stamp: Stamp; state: KeyState }> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  for (let at = 0; at + WORDS <= words.length; at += WORDS) {
    const [lo = 0, hi = 0, line = 0, tail = 0] = words.subarray(at, at + WORDS);
    const stamp = { lo, hi, line, content: tail & CONTENT_MASK, file: (tail >>> 22) & 0xff };
    yield { stamp, state: STATES[tail >>> 30] ?? 'invalid' };
  }
}
