import { FingerprintMap } from './fingerprint-map.ts';
import { fingerprint64 } from './fingerprint64.ts';

/** What became of the row that a key belongs to. */
export type KeyState = 'landed' | 'invalid' | 'refused';

/** A key's fingerprint with the place it was first seen; what is kept on disk for each row that has a key. */
export type Stamp = {
  readonly lo: number;
  readonly hi: number;
  /** Fingerprint of the row's content, to tell a repeated row from a contradicting one; 22 bits of it are kept. */
  readonly content: number;
  readonly line: number;
  /** Index of the file, at most `FILE_UNKNOWN`, which stands for any later one. */
  readonly file: number;
};

/** Stands for every file from here on. */
export const FILE_UNKNOWN = 255;

/** Words of one entry: both halves of the fingerprint, the line, and content, file and state together. */
const WORDS = 4;
/** Bytes of one stamp with its state, in memory and on disk. */
export const STAMP_BYTES = WORDS * 4;

const STATES = ['landed', 'invalid', 'refused'] as const;
const LANDED = STATES.indexOf('landed');
const CONTENT_MASK = 0x3f_ffff;

/** How much of a content fingerprint is kept. */
export const contentOf = (fingerprint: number): number => fingerprint & CONTENT_MASK;

/**
 * Every key of an entity seen so far, as 64-bit fingerprints in open-addressing tables: about 25 bytes a key. Serves
 * below some 5 million keys of one entity.
 */
export class KeyIndex {
  /** By fingerprint of the key: the line, and content, file and state together. */
  readonly #stamps = new FingerprintMap(WORDS);

  get size(): number {
    return this.#stamps.size;
  }

  /** What became of the row with this key; undefined where no row had it. */
  state(key: string): KeyState | undefined {
    const { lo, hi } = fingerprint64(key);
    return this.stateOf(lo, hi);
  }

  /** Where the row with this key stands; undefined where no row had it. */
  find(key: string): Stamp | undefined {
    const { lo, hi } = fingerprint64(key);
    return this.#stamps.find(lo, hi) ? this.#found() : undefined;
  }

  /** What became of the row whose key has this fingerprint. */
  stateOf(lo: number, hi: number): KeyState | undefined {
    return this.#stamps.find(lo, hi) ? STATES[this.#tail() >>> 30] : undefined;
  }

  /** Whether the row with this fingerprint is a good one. */
  hasLanded(lo: number, hi: number): boolean {
    return this.#stamps.find(lo, hi) && this.#tail() >>> 30 === LANDED;
  }

  /** Whether any row had the key of this fingerprint. */
  has(lo: number, hi: number): boolean {
    return this.#stamps.find(lo, hi);
  }

  /** Notes the key of a row that is the first of its key, and good. */
  land(lo: number, hi: number, content: number, line: number, file: number): void {
    this.#write(lo, hi, line, tailOf(content, file, 'landed'));
  }

  /**
   * Notes a row's key. A key that an invalid row had is taken over by a valid one.
   * @returns the place of the valid row that had the key before, undefined where this row is the first
   */
  add(key: string, state: KeyState, place: Omit<Stamp, 'lo' | 'hi'>): { first?: Stamp; stamp: Stamp } {
    const { lo, hi } = fingerprint64(key);
    const stamp: Stamp = { lo, hi, content: place.content, line: place.line, file: place.file };
    if (this.#stamps.find(lo, hi) && STATES[this.#tail() >>> 30] !== 'invalid')
      return { first: this.#found(), stamp };
    this.set(stamp, state);
    return { stamp };
  }

  /** Writes a stamp, whatever stood there. */
  set(stamp: Stamp, state: KeyState): void {
    this.#write(stamp.lo, stamp.hi, stamp.line, tailOf(stamp.content, stamp.file, state));
  }

  /** Lets the key of every row that was refused be taken over, as that of an invalid row is: the row comes corrected. */
  reopen(): void {
    for (const slots of this.#stamps.tables)
      for (let at = 0; at < slots.length; at += WORDS) {
        const tail = slots[at + 3] as number;
        if (STATES[tail >>> 30] === 'refused') slots[at + 3] = stated(tail, 'invalid');
      }
  }

  /** Takes in stamps of the encoded form, in order; a later one replaces an earlier one of the same key. */
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

/** The disk form of stamps: 16 bytes each, in the machine's byte order. */
export function encodeStamps(stamps: readonly { stamp: Stamp; state: KeyState }[]): Uint8Array {
  const words = new Uint32Array(stamps.length * WORDS);
  stamps.forEach(({ stamp, state }, index) => {
    words.set([stamp.lo, stamp.hi, stamp.line, tailOf(stamp.content, stamp.file, state)], index * WORDS);
  });
  return new Uint8Array(words.buffer);
}

/** Stamps from their disk form. */
export function* decodeStamps(bytes: Uint8Array): Generator<{ stamp: Stamp; state: KeyState }> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  for (let at = 0; at + WORDS <= words.length; at += WORDS) {
    const [lo = 0, hi = 0, line = 0, tail = 0] = words.subarray(at, at + WORDS);
    const stamp = { lo, hi, line, content: tail & CONTENT_MASK, file: (tail >>> 22) & 0xff };
    yield { stamp, state: STATES[tail >>> 30] ?? 'invalid' };
  }
}
