import { fingerprint64 } from './hash.ts';

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

/** Entries are spread over this many tables that grow by themselves: no growth ever copies all of them at once. */
const TABLES = 64;
const CAPACITY_MIN = 32;
const LOAD_MAX = 0.8;
const GROWTH = 1.5;

/**
 * Every key of an entity seen so far, as 64-bit fingerprints in open-addressing tables: about 25 bytes a key. Serves
 * below some 5 million keys of one entity.
 */
export class KeyIndex {
  readonly #tables = Array.from({ length: TABLES }, () => new Table());

  get size(): number {
    return this.#tables.reduce((sum, { size }) => sum + size, 0);
  }

  /** What became of the row with this key; undefined where no row had it. */
  state(key: string): KeyState | undefined {
    const { lo, hi } = fingerprint64(key);
    return this.stateOf(lo, hi);
  }

  /** Where the row with this key stands; undefined where no row had it. */
  find(key: string): Stamp | undefined {
    const { lo, hi } = fingerprint64(key);
    const table = this.#table(hi);
    const tail = table.tail(lo, hi);
    return tail === undefined ? undefined : table.stamp(lo, hi, tail);
  }

  /** What became of the row whose key has this fingerprint. */
  stateOf(lo: number, hi: number): KeyState | undefined {
    const tail = this.#table(hi).tail(lo, hi);
    return tail === undefined ? undefined : STATES[tail >>> 30];
  }

  /** Whether the row with this fingerprint is a good one. */
  hasLanded(lo: number, hi: number): boolean {
    const tail = this.#table(hi).tail(lo, hi);
    return tail !== undefined && tail >>> 30 === LANDED;
  }

  /** Whether any row had the key of this fingerprint. */
  has(lo: number, hi: number): boolean {
    return this.#table(hi).tail(lo, hi) !== undefined;
  }

  /** Notes the key of a row that is the first of its key, and good. */
  land(lo: number, hi: number, content: number, line: number, file: number): void {
    this.#table(hi).write(lo, hi, line, tailOf(content, file, 'landed'));
  }

  /**
   * Notes a row's key. A key that an invalid row had is taken over by a valid one.
   * @returns the place of the valid row that had the key before, undefined where this row is the first
   */
  add(key: string, state: KeyState, place: Omit<Stamp, 'lo' | 'hi'>): { first?: Stamp; stamp: Stamp } {
    const { lo, hi } = fingerprint64(key);
    const stamp: Stamp = { lo, hi, content: place.content, line: place.line, file: place.file };
    const table = this.#table(hi);
    const tail = table.tail(lo, hi);
    if (tail !== undefined && STATES[tail >>> 30] !== 'invalid')
      return { first: table.stamp(lo, hi, tail), stamp };
    table.write(lo, hi, stamp.line, tailOf(stamp.content, stamp.file, state));
    return { stamp };
  }

  /** Writes a stamp, whatever stood there. */
  set(stamp: Stamp, state: KeyState): void {
    this.#table(stamp.hi).write(stamp.lo, stamp.hi, stamp.line, tailOf(stamp.content, stamp.file, state));
  }

  /** Lets the key of every row that was refused be taken over, as that of an invalid row is: the row comes corrected. */
  reopen(): void {
    for (const table of this.#tables) table.reopen();
  }

  /** Takes in stamps of the encoded form, in order; a later one replaces an earlier one of the same key. */
  restore(bytes: Uint8Array): void {
    const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
    for (let at = 0; at + WORDS <= words.length; at += WORDS) {
      const hi = words[at + 1] as number;
      this.#table(hi).write(words[at] as number, hi, words[at + 2] as number, words[at + 3] as number);
    }
  }

  #table(hi: number): Table {
    return this.#tables[hi >>> 26] as Table;
  }
}

/** One open-addressing table. A line number is never 0, so 0 marks a free slot. */
class Table {
  #slots = new Uint32Array(CAPACITY_MIN * WORDS);
  #capacity = CAPACITY_MIN;
  size = 0;

  /** Content, file and state of a key that is there. */
  tail(lo: number, hi: number): number | undefined {
    const slot = this.#find(lo, hi);
    return this.#slots[slot + 2] === 0 ? undefined : this.#slots[slot + 3];
  }

  stamp(lo: number, hi: number, tail: number): Stamp {
    const line = this.#slots[this.#find(lo, hi) + 2] as number;
    return { lo, hi, line, content: tail & CONTENT_MASK, file: (tail >>> 22) & 0xff };
  }

  write(lo: number, hi: number, line: number, tail: number): void {
    let slot = this.#find(lo, hi);
    if (this.#slots[slot + 2] === 0) {
      this.size++;
      if (this.size * WORDS > this.#slots.length * LOAD_MAX) {
        this.#grow();
        slot = this.#find(lo, hi);
      }
    }
    const slots = this.#slots;
    slots[slot] = lo;
    slots[slot + 1] = hi;
    slots[slot + 2] = line;
    slots[slot + 3] = tail;
  }

  reopen(): void {
    const slots = this.#slots;
    for (let slot = 0; slot < slots.length; slot += WORDS) {
      const tail = slots[slot + 3] as number;
      if (STATES[tail >>> 30] === 'refused') slots[slot + 3] = stated(tail, 'invalid');
    }
  }

  #find(lo: number, hi: number): number {
    const slots = this.#slots;
    let slot = (lo % this.#capacity) * WORDS;
    while (slots[slot + 2] !== 0 && (slots[slot] !== lo || slots[slot + 1] !== hi))
      slot = slot + WORDS === slots.length ? 0 : slot + WORDS;
    return slot;
  }

  #grow(): void {
    const before = this.#slots;
    this.#capacity = Math.ceil(this.#capacity * GROWTH);
    this.#slots = new Uint32Array(this.#capacity * WORDS);
    for (let slot = 0; slot < before.length; slot += WORDS) {
      if (before[slot + 2] === 0) continue;
      this.#slots.set(
        before.subarray(slot, slot + WORDS),
        this.#find(before[slot] as number, before[slot + 1] as number),
      );
    }
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
