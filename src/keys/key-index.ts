import { FingerprintMap } from './fingerprint-map.ts';
import { fingerprint64 } from './fingerprint64.ts';
import type { KeyBuckets } from './key-table.ts';
import { type KeyRoom, KeysOnDisk, laterMost } from './keys-on-disk.ts';

/**
 * So many keys of an entity are held in memory, in 17 MB. Of more, a quarter is, and those 17 MB become a filter: with ten
 * million keys, one new key of 300 is a false alarm, which costs some reads of 4 KB.
 */
export const KEYS_IN_MEMORY = 700_000;

/** The outcome of the row that a key belongs to. */
export type KeyState = 'landed' | 'invalid' | 'refused';

/** The state in a stamp: the outcome of its row, and of a user who has landed also that it is deactivated. */
export type StampState = KeyState | 'inactive';

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

const STATES = ['landed', 'invalid', 'refused', 'inactive'] as const satisfies readonly StampState[];
const LANDED = STATES.indexOf('landed');
const INACTIVE = STATES.indexOf('inactive');
const CONTENT_MASK = 0x3f_ffff;

/** The stored part of a content fingerprint. */
export const contentOf = (fingerprint: number): number => fingerprint & CONTENT_MASK;

/**
 * Every key of an entity seen so far, as 64-bit fingerprints in open-addressing tables: about 28 bytes a key. With room on
 * disk, memory has an upper bound: what is too much is moved there, and a filter knows nearly all keys that are new. It is
 * for entities that no row refers to, because there a key that is found is an exception.
 */
export class KeyIndex implements Disposable {
  /** By fingerprint of the key: the line, and one word with content, file and state. */
  #stamps = new FingerprintMap(WORDS);
  readonly #room: KeyRoom | undefined;
  /** Number of keys that `#stamps` has at most. */
  #most: number;
  /** Stamps that are older than all in `#stamps`. */
  #onDisk: KeysOnDisk | undefined;
  /** The keys of valid rows whose users are active, as far as they are asked for here first. */
  #settled: KeyBuckets | undefined;
  /** Number of times that keys were moved to the disk: each time, all that were added before are in the filter. */
  moves = 0;
  /** The stamp that was found last. */
  #line = 0;
  #tail = 0;

  /** @param room on disk; without it, all keys are held in memory */
  constructor(room?: KeyRoom) {
    this.#room = room;
    this.#most = room?.most ?? Number.POSITIVE_INFINITY;
  }

  /** Number of keys in memory. */
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
    return this.#find(lo, hi) ? this.#found(lo, hi) : undefined;
  }

  /** The outcome of the row whose key has this fingerprint; undefined if no row had it. */
  stateOf(lo: number, hi: number): KeyState | undefined {
    if (this.#settled?.has(lo, hi)) return 'landed';
    return this.#find(lo, hi) ? stateIn(this.#tail) : undefined;
  }

  /** True if the row with this key has landed, and its user is deactivated. */
  isInactive(key: string): boolean {
    const { lo, hi } = fingerprint64(key);
    return !this.#settled?.has(lo, hi) && this.#find(lo, hi) && this.#tail >>> 30 === INACTIVE;
  }

  /** True if the row with this fingerprint is valid. */
  hasLanded(lo: number, hi: number): boolean {
    if (this.#settled?.has(lo, hi)) return true;
    const stamps = this.#stamps;
    if (stamps.find(lo, hi)) return isLanded(stamps.slots[stamps.at + 3] as number);
    return this.#onDisk !== undefined && this.#find(lo, hi) && isLanded(this.#tail);
  }

  /** True if any row had the key of this fingerprint. */
  has(lo: number, hi: number): boolean {
    if (this.#settled?.has(lo, hi)) return true;
    return this.#stamps.find(lo, hi) || this.#onDisk?.find(lo, hi) === true;
  }

  /**
   * A set of the keys in memory of valid rows whose users are active. Of those on the disk, some may have become invalid since.
   * @param make one with room for so many keys
   */
  landedIn(make: (most: number) => KeyBuckets): KeyBuckets {
    const keys = make(this.size);
    for (const table of this.#stamps.tables) addLanded(table, keys);
    return keys;
  }

  /**
   * The same with those on the disk, of which none may have become invalid since, nor may any row change from now on: valid
   * ones are then found without the disk.
   */
  settle(make: (most: number) => KeyBuckets): KeyBuckets {
    const keys = this.landedIn((most) => make(most + (this.#onDisk?.count ?? 0)));
    for (const stamps of this.#onDisk?.blocks() ?? []) addLanded(stamps, keys);
    this.#settled = keys;
    return keys;
  }

  /** Records the key of a valid row that is the first with this key. */
  land(lo: number, hi: number, content: number, line: number, file: number): void {
    this.#write(lo, hi, line, tailOf(content, file, 'landed'));
  }

  /**
   * Records a row's key. The key of an invalid row can be used again.
   * @returns `first`: the place of the earlier row with the key, undefined if this row is the first
   */
  add(key: string, state: StampState, place: Omit<Stamp, 'lo' | 'hi'>): { first?: Stamp; stamp: Stamp } {
    const { lo, hi } = fingerprint64(key);
    const stamp: Stamp = { lo, hi, content: place.content, line: place.line, file: place.file };
    if (this.#find(lo, hi) && STATES[this.#tail >>> 30] !== 'invalid')
      return { first: this.#found(lo, hi), stamp };
    this.set(stamp, state);
    return { stamp };
  }

  /** Writes a stamp and replaces an earlier one. */
  set(stamp: Stamp, state: StampState): void {
    this.#write(stamp.lo, stamp.hi, stamp.line, tailOf(stamp.content, stamp.file, state));
  }

  /** Frees the keys of all refused rows, like those of invalid rows: these rows come again after correction. */
  reopen(): void {
    this.#onDisk?.reopen();
    for (const slots of this.#stamps.tables)
      for (let at = 0; at < slots.length; at += WORDS) slots[at + 3] = reopened(slots[at + 3] as number);
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

  /**
   * Takes over encoded stamps that are too many for memory; false if they are not. They replace those before them. Then
   * all of them have to get into the filter, by `KeysOnDisk.note` or otherwise.
   * @param read gives them again, in order, when one of them is looked for
   */
  restoreLater(count: number, read: () => Iterable<Uint8Array>): boolean {
    if (!this.#room || count <= this.#most) {
      // Room for all at once: growing would take longer than adding them.
      if (this.#stamps.size === 0) this.#stamps = new FingerprintMap(WORDS, count);
      return false;
    }
    if (this.#stamps.size > 0) this.#moveToDisk();
    else this.#stamps = new FingerprintMap(WORDS, laterMost(this.#room.most));
    // As much memory for its filter as an index has that is full.
    this.#onDisk ??= new KeysOnDisk(this.#room, new FingerprintMap(WORDS, this.#room.most).tables);
    this.#most = laterMost(this.#room.most);
    this.#onDisk.addLater(count, read);
    return true;
  }

  /** The keys on disk; undefined if there are none. */
  get onDisk(): KeysOnDisk | undefined {
    return this.#onDisk;
  }

  #find(lo: number, hi: number): boolean {
    const stamps = this.#stamps;
    if (stamps.find(lo, hi)) {
      this.#line = stamps.slots[stamps.at + 2] as number;
      this.#tail = stamps.slots[stamps.at + 3] as number;
      return true;
    }
    const onDisk = this.#onDisk;
    if (!onDisk?.find(lo, hi)) return false;
    this.#line = onDisk.line;
    this.#tail = onDisk.isReopened ? reopened(onDisk.tail) : onDisk.tail;
    return true;
  }

  #found(lo: number, hi: number): Stamp {
    const tail = this.#tail;
    return { lo, hi, line: this.#line, content: tail & CONTENT_MASK, file: (tail >>> 22) & 0xff };
  }

  #write(lo: number, hi: number, line: number, tail: number): void {
    let stamps = this.#stamps;
    if (!stamps.find(lo, hi)) {
      if (stamps.size >= this.#most) {
        this.#moveToDisk();
        stamps = this.#stamps;
        stamps.find(lo, hi);
      }
      stamps.add(lo, hi);
    }
    stamps.slots[stamps.at + 2] = line;
    stamps.slots[stamps.at + 3] = tail;
  }

  #moveToDisk(): void {
    this.moves++;
    const room = this.#room as KeyRoom;
    if (this.#onDisk) this.#onDisk.add(this.#stamps);
    else {
      this.#onDisk = KeysOnDisk.from(room, this.#stamps);
      this.#stamps = new FingerprintMap(WORDS, laterMost(room.most));
      this.#most = laterMost(room.most);
    }
  }

  /** Forgets all keys, and deletes what it has on disk, even if a resumed run could use it. */
  drop(): void {
    if (this.#onDisk) this.#onDisk.isSaved = false;
    this[Symbol.dispose]();
  }

  /** Forgets all keys, and deletes what it has on disk, unless a resumed run can use it. */
  [Symbol.dispose](): void {
    this.#stamps = new FingerprintMap(WORDS);
    this.#onDisk?.[Symbol.dispose]();
    this.#onDisk = undefined;
  }
}

/** True for a row that has landed, whether or not its user is active. */
function isLanded(tail: number): boolean {
  const state = tail >>> 30;
  return state === LANDED || state === INACTIVE;
}

/** The outcome in a stamp. */
function stateIn(tail: number): KeyState {
  const state = STATES[tail >>> 30] ?? 'invalid';
  return state === 'inactive' ? 'landed' : state;
}

/** The state of a stamp of a refused row becomes that of an invalid one. */
const reopened = (tail: number): number =>
  STATES[tail >>> 30] === 'refused' ? stated(tail, 'invalid') : tail;

function tailOf(content: number, file: number, state: StampState): number {
  return stated((Math.min(file, FILE_UNKNOWN) << 22) | contentOf(content), state);
}

/** The same content and file with another state. */
function stated(tail: number, state: StampState): number {
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

  add({ lo, hi, content, line, file }: Stamp, state: StampState): void {
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

/** Adds the keys of stamps of valid rows whose users are active. */
function addLanded(stamps: Uint32Array, keys: KeyBuckets): void {
  for (let at = 0; at < stamps.length; at += WORDS) {
    const [lo, hi] = [stamps[at] as number, stamps[at + 1] as number];
    if ((lo | hi) !== 0 && (stamps[at + 3] as number) >>> 30 === LANDED) keys.add(lo, hi);
  }
}

/** Stamps from their bytes on disk. */
export function* decodeStamps(bytes: Uint8Array): Generator<{ stamp: Stamp; state: KeyState }> {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 4);
  for (let at = 0; at + WORDS <= words.length; at += WORDS) {
    const [lo = 0, hi = 0, line = 0, tail = 0] = words.subarray(at, at + WORDS);
    const stamp = { lo, hi, line, content: tail & CONTENT_MASK, file: (tail >>> 22) & 0xff };
    yield { stamp, state: stateIn(tail) };
  }
}
