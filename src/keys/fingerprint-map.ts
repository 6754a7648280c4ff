import { fingerprint64 } from './fingerprint64.ts';

/** Number of tables. Each grows separately, so growth never copies all entries at once. */
const TABLES = 64;
const TABLE_SHIFT = 26;
const CAPACITY_MIN = 32;
const LOAD_MAX = 0.75;
/** The same of a table that cannot grow. */
const LOAD_FULL = 0.97;
/** A free slot has the fingerprint 0 in both words, so a real fingerprint of 0 is stored as this. */
const NOT_FREE = 1;

/** Entries that each table has room for, if all have so many. */
const capacityFor = (entries: number): number =>
  2 ** Math.ceil(Math.log2(Math.max(CAPACITY_MIN, entries / TABLES / LOAD_MAX)));

const tablesOf = (length: number): Uint32Array[] =>
  Array.from({ length: TABLES }, () => new Uint32Array(length));

const noTables = (words: number): Uint32Array[] => {
  const none = NO_ENTRIES.subarray(0, words);
  return new Array<Uint32Array>(TABLES).fill(none);
};

/** So many tables of a small map are made one by one; then all others are parts of one array: many take longer to make than to fill. */
const SINGLE_TABLES = 8;

/** Free slots, for tables that have no entry yet: most maps stay small, and many stay empty. */
const NO_ENTRIES = new Uint32Array(64);

/** Words before the tables of a map: its entries, then those of each table, then its capacity less one. */
const MAP_HEAD_WORDS = 1 + 2 * TABLES;
const SIZES = 1;
const MASKS = 1 + TABLES;

/** Memory for a map that others read and fill too: zeros, for one map. */
export type MapRoom = {
  /** MAP_HEAD_WORDS. */
  readonly head: Uint32Array;
  /** Entries of a table that has grown as far as it can, at most 65,536. */
  readonly capacity: number;
  /** The first words of the place of a table. */
  table(index: number, words: number): Uint32Array;
};

let spare = NO_ENTRIES;

/** A copy that is valid until the next: many tables grow at about the same time, and such garbage would be more than they. */
function copyOf(table: Uint32Array): Uint32Array {
  if (spare.length < table.length) spare = new Uint32Array(table.length);
  spare.set(table);
  return spare.subarray(0, table.length);
}

/**
 * Maps 64-bit fingerprints to numbers, with open addressing: 4 bytes for each word of an entry at a load of 0.38 to 0.75.
 * The words of the last found or added entry are in `slots` from `at` on; the first two are its fingerprint.
 */
export class FingerprintMap {
  slots: Uint32Array;
  at = 0;
  readonly #words: number;
  readonly #tables: Uint32Array[];
  /** Capacities are powers of two, so that a mask finds a place, but see `capacity` of a room. */
  readonly #head: Uint32Array;
  readonly #room: MapRoom | undefined;
  /** Tables that have no room of their own. */
  #roomless = 0;

  /**
   * @param words number of words of an entry, including the two of its fingerprint
   * @param expected so many entries have room from the beginning
   * @param room without it, the map has its own
   */
  constructor(words: number, expected = 0, room?: MapRoom) {
    const capacity = capacityFor(expected);
    this.#words = words;
    this.#room = room;
    const isSmall = !room && capacity === CAPACITY_MIN;
    this.#head = room?.head ?? new Uint32Array(MAP_HEAD_WORDS);
    this.#head.fill(isSmall ? 0 : capacity - 1, MASKS);
    this.#tables = room
      ? Array.from({ length: TABLES }, (_, index) => room.table(index, capacity * words))
      : isSmall
        ? noTables(words)
        : tablesOf(capacity * words);
    if (isSmall) this.#roomless = TABLES;
    this.slots = this.#tables[0] as Uint32Array;
  }

  /** Number of entries. */
  get size(): number {
    return this.#head[0] as number;
  }

  /** True if the fingerprint has an entry; its halves may be signed or not. */
  find(lo: number, hi: number): boolean {
    if ((lo | hi) === 0) return this.find(0, NOT_FREE);
    const table = hi >>> TABLE_SHIFT;
    const slots = this.#tables[table] as Uint32Array;
    const at = this.#place(slots, this.#head[MASKS + table] as number, lo, hi);
    this.slots = slots;
    this.at = at;
    return ((slots[at] as number) | (slots[at + 1] as number)) !== 0;
  }

  /** Adds an entry right after `find` has found none; its other words are 0. */
  add(lo: number, hi: number): void {
    if ((lo | hi) === 0) {
      this.add(0, NOT_FREE);
      return;
    }
    const table = hi >>> TABLE_SHIFT;
    const head = this.#head;
    if (head[MASKS + table] === 0) {
      this.#makeRoom(table);
      this.find(lo, hi);
    }
    const size = (head[SIZES + table] as number) + 1;
    head[SIZES + table] = size;
    head[0] = (head[0] as number) + 1;
    const mask = head[MASKS + table] as number;
    const capacity = this.#room?.capacity;
    if (size > (mask + 1) * (mask + 1 === capacity ? LOAD_FULL : LOAD_MAX)) {
      const grown = mask + 1 === capacity ? mask * 2 + 1 : Math.min(mask * 2 + 1, (capacity ?? 2 ** 31) - 1);
      this.slots = this.#grown(table, grown);
      this.#tables[table] = this.slots;
      head[MASKS + table] = grown;
      this.at = this.#place(this.slots, grown, lo, hi);
    }
    this.slots[this.at] = lo;
    this.slots[this.at + 1] = hi;
  }

  /** Removes all entries, and keeps their room. */
  clear(): void {
    for (const table of this.#tables) table.fill(0);
    this.#head.fill(0, 0, MASKS);
  }

  /** The words of all entries, by table. An entry begins at every multiple of `words`; it is free if its first two are 0. */
  get tables(): readonly Uint32Array[] {
    if (this.#roomless > 0) this.#makeAllRoom();
    return this.#tables;
  }

  /** Gives a table room for its first entries. */
  #makeRoom(table: number): void {
    if (this.#roomless <= TABLES - SINGLE_TABLES) {
      this.#makeAllRoom();
      return;
    }
    this.#tables[table] = new Uint32Array(CAPACITY_MIN * this.#words);
    this.#head[MASKS + table] = CAPACITY_MIN - 1;
    this.#roomless--;
  }

  #makeAllRoom(): void {
    const length = CAPACITY_MIN * this.#words;
    const all = new Uint32Array(this.#roomless * length);
    for (let table = 0, at = 0; table < TABLES; table++) {
      if (this.#head[MASKS + table] !== 0) continue;
      this.#tables[table] = all.subarray(at, at + length);
      this.#head[MASKS + table] = CAPACITY_MIN - 1;
      at += length;
    }
    this.#roomless = 0;
    this.slots = this.#tables[0] as Uint32Array;
    this.at = 0;
  }

  #place(slots: Uint32Array, mask: number, lo: number, hi: number): number {
    const words = this.#words;
    // As signed numbers: V8 makes an object of a number beyond 2^31 that goes from one function to another.
    const low = lo | 0;
    const high = hi | 0;
    // In a room, capacities may be others than powers of two.
    let place = this.#room ? Math.imul(low >>> 16, mask + 1) >>> 16 : low & mask;
    for (;;) {
      const at = place * words;
      const knownLow = (slots[at] as number) | 0;
      const knownHigh = (slots[at + 1] as number) | 0;
      if ((knownLow === low && knownHigh === high) || (knownLow | knownHigh) === 0) return at;
      place = place === mask ? 0 : place + 1;
    }
  }

  #grown(table: number, mask: number): Uint32Array {
    const words = this.#words;
    const room = this.#room;
    const old = this.#tables[table] as Uint32Array;
    // A table in a room grows where it is.
    const before = room ? copyOf(old) : old;
    if (room) old.fill(0);
    const slots = room ? room.table(table, (mask + 1) * words) : new Uint32Array((mask + 1) * words);
    for (let from = 0; from < before.length; from += words) {
      const [lo, hi] = [before[from] as number, before[from + 1] as number];
      if ((lo | hi) === 0) continue;
      const at = this.#place(slots, mask, lo, hi);
      for (let word = 0; word < words; word++) slots[at + word] = before[from + word] as number;
    }
    return slots;
  }
}

/** Numbers of texts, by fingerprint: whole ones above 0, in 12 bytes each at best. */
export class TextNumbers {
  readonly #numbers = new FingerprintMap(3);

  /** 0 if the text has none. */
  get(text: string): number {
    const { lo, hi } = fingerprint64(text);
    return this.#numbers.find(lo, hi) ? (this.#numbers.slots[this.#numbers.at + 2] as number) : 0;
  }

  set(text: string, number: number): void {
    const { lo, hi } = fingerprint64(text);
    if (!this.#numbers.find(lo, hi)) this.#numbers.add(lo, hi);
    this.#numbers.slots[this.#numbers.at + 2] = number;
  }
}
