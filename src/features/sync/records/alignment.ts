import type { ExpectedRecord, RowSink } from '../../../input/rows/record.ts';
import type { Row } from '../../../input/rows/row.ts';
import { PRIME_A, PRIME_B } from '../../../keys/fingerprint64.ts';
import type { Changes } from '../changes.ts';
import type { RecordBefore } from '../shape/step-shape.ts';
import type { RecordHash } from './record-hash.ts';
import {
  innerLinesOf,
  lengthOf,
  RECORD_WORDS,
  type RecordHashReader,
  type RecordHashWriter,
  shapeOf,
} from './record-hash-file.ts';

/** Records to look ahead for one that is not at the expected place. */
const LOOK_AHEAD = 1 << 17;
/** Records in memory: twice the look-ahead, so that its index is seldom rebuilt. */
const BUFFERED = 2 * LOOK_AHEAD;
/** Consecutive misses before the whole file of the last sync is searched; a search with little success raises the number. */
const MISSES_MAX = 1 << 13;
const MISSES_GROWTH = 4;
/** The number of missed records, the latest ones, that a search looks for. */
const WANTED_MAX = 64;

/**
 * Finds the records of this sync among those of the last one. The order is mostly the same, so a record is expected right
 * after the last one found. After two misses in a row it looks up to 131,072 records ahead: this finds records again after
 * insertions and deletions, and records that moved a little. A record that is not found only has to be read. After many
 * misses in a row, more was deleted or moved than that, and the whole file is searched. Memory does not depend on the
 * number of records.
 */
export class Alignment {
  readonly #reader: RecordHashReader;
  /** Records from number `#base` on. */
  readonly #words: Uint32Array;
  #base = 0;
  #count = 0;
  /** The number of the record that is expected next. */
  #next = 0;
  /** True if the last sync had the record that was asked for last. */
  #isKnown = false;
  /** The place after the last record that was found elsewhere; -1 for none. */
  #branch = -1;
  /** Hash table: place + 1 by fingerprint, relative to `#indexed`, for the records from `#indexed` on. */
  #index: Int32Array | undefined;
  /** Its length, a power of two, less one. */
  readonly #mask: number;
  #indexed = -1;
  /** Consecutive misses, and how many of them start a search. */
  #misses = 0;
  #missesMax = MISSES_MAX;
  /** Records found out of order since the last search. */
  #foundElsewhere = 0;
  #searchedAt = 0;
  readonly #wanted = new Map<number, number>();

  /** @param from number of the first expected record */
  constructor(reader: RecordHashReader, from = 0) {
    this.#reader = reader;
    // Most files are small, and memory that is not there need not be cleared.
    const records = Math.max(1, Math.min(BUFFERED, reader.records));
    this.#words = new Uint32Array(records * RECORD_WORDS);
    this.#mask = 4 * 2 ** Math.ceil(Math.log2(Math.min(LOOK_AHEAD, records))) - 1;
    this.#base = from;
    this.#next = from;
    reader.seek(from);
    this.#count = reader.read(this.#words);
  }

  /** The shape of the record that most likely comes next; 0 if none is expected or the record is linked to no row. */
  get expectedShape(): number {
    const at = (this.#expectedPlace() - this.#base) * RECORD_WORDS;
    const words = this.#words;
    if (at < 0 || at >= this.#count * RECORD_WORDS || words[at + 2] === 0) return 0;
    return words[at + 3] as number;
  }

  /** True if the expected record has this fingerprint. */
  expects(lo: number, hi: number): boolean {
    return this.#is(this.#expectedPlace(), lo, hi);
  }

  #expectedPlace(): number {
    return this.#branch >= 0 ? this.#branch : this.#next + this.#misses;
  }

  /** The ledger row that the last sync linked the record to; 0 if the record is new or was linked to no row. */
  find(lo: number, hi: number): number {
    this.#isKnown = true;
    if (this.#next - this.#base > LOOK_AHEAD) this.#dropPassed();
    if (this.#is(this.#next, lo, hi)) {
      this.#misses = 0;
      return this.#rowAt(this.#next++);
    }
    if (this.#branch >= 0 && this.#is(this.#branch, lo, hi)) return this.#continueAfter(this.#branch);
    // The missed records changed in place, or a single one was deleted.
    const afterMisses = this.#next + Math.max(1, this.#misses);
    if (this.#is(afterMisses, lo, hi)) return this.#continueAfter(afterMisses);
    // Most missed records changed in place: a single miss does not justify an index.
    const place = this.#misses === 0 ? -1 : this.#lookUp(lo, hi);
    if (place < 0) {
      this.#miss(lo, hi);
      return 0;
    }
    this.#misses = 0;
    this.#foundElsewhere++;
    // This record alone may have moved; if the next one follows it, the whole block has.
    this.#branch = place + 1;
    return this.#rowAt(place);
  }

  /** True if the record that was looked for last is one of the last sync, linked or not. */
  get isKnown(): boolean {
    return this.#isKnown;
  }

  #continueAfter(place: number): number {
    this.#next = place + 1;
    this.#branch = -1;
    this.#misses = 0;
    return this.#rowAt(place);
  }

  #is(place: number, lo: number, hi: number): boolean {
    const at = place - this.#base;
    if (at < 0 || at >= this.#count) return false;
    return this.#words[at * RECORD_WORDS] === lo && this.#words[at * RECORD_WORDS + 1] === hi;
  }

  #rowAt(place: number): number {
    return this.#words[(place - this.#base) * RECORD_WORDS + 2] as number;
  }

  #miss(lo: number, hi: number): void {
    this.#isKnown = false;
    this.#misses++;
    if (this.#misses <= this.#missesMax - WANTED_MAX) {
      this.#wanted.clear();
      return;
    }
    this.#wanted.set(lo, hi);
    if (this.#misses < this.#missesMax) return;
    const place = this.#search();
    this.#wanted.clear();
    this.#misses = 0;
    // Search again soon only if much was found since the last search.
    this.#missesMax =
      this.#foundElsewhere + this.#next - this.#searchedAt > LOOK_AHEAD / 4
        ? MISSES_MAX
        : this.#missesMax * MISSES_GROWTH;
    this.#moveTo(place < 0 ? this.#next : Math.max(0, place - LOOK_AHEAD / 2));
    this.#foundElsewhere = 0;
    this.#searchedAt = this.#next;
  }

  /** The first place of a wanted record, from here to the end and then from the beginning; -1 for none. */
  #search(): number {
    this.#reader.seek(0);
    let first = -1;
    for (let base = 0; ; ) {
      const count = this.#reader.read(this.#words);
      for (let at = 0; at < count; at++) {
        const hi = this.#wanted.get(this.#words[at * RECORD_WORDS] as number);
        if (hi === undefined || hi !== this.#words[at * RECORD_WORDS + 1]) continue;
        if (base + at >= this.#next) return base + at;
        if (first < 0) first = base + at;
      }
      base += count;
      if (count === 0) return first;
    }
  }

  #moveTo(place: number): void {
    this.#reader.seek(place);
    this.#base = place;
    this.#next = place;
    this.#count = this.#reader.read(this.#words);
    this.#branch = -1;
    this.#indexed = -1;
  }

  /** Drops the records already passed, and reads on. */
  #dropPassed(): void {
    const passed = Math.min(this.#next - this.#base, this.#count);
    this.#words.copyWithin(0, passed * RECORD_WORDS, this.#count * RECORD_WORDS);
    this.#base += passed;
    this.#count -= passed;
    this.#count += this.#reader.read(this.#words.subarray(this.#count * RECORD_WORDS));
    this.#indexed = -1;
  }

  #lookUp(lo: number, hi: number): number {
    if (this.#indexed < 0 || this.#next - this.#indexed > LOOK_AHEAD / 2) this.#buildIndex();
    const index = this.#index as Int32Array;
    for (let slot = lo & this.#mask; index[slot] !== 0; slot = (slot + 1) & this.#mask) {
      const place = this.#indexed + (index[slot] as number) - 1;
      if (place >= this.#next && this.#is(place, lo, hi)) return place;
    }
    return -1;
  }

  #buildIndex(): void {
    this.#index ??= new Int32Array(this.#mask + 1);
    this.#index.fill(0);
    this.#indexed = this.#next;
    const end = Math.min(this.#next + LOOK_AHEAD, this.#base + this.#count);
    for (let place = this.#next; place < end; place++) {
      const at = (place - this.#base) * RECORD_WORDS;
      const [lo, hi] = [this.#words[at] as number, this.#words[at + 1] as number];
      let slot = lo & this.#mask;
      // Index only the first of equal records: a long run of them would be walked for each one.
      while (this.#index[slot] !== 0 && !this.#is(this.#indexed + (this.#index[slot] as number) - 1, lo, hi))
        slot = (slot + 1) & this.#mask;
      if (this.#index[slot] === 0) this.#index[slot] = place - this.#indexed + 1;
    }
  }
}

/** The record that came next in the last sync, and is therefore expected next in this one. */
export class NextRecord implements ExpectedRecord {
  readonly #alignment: Alignment;
  readonly #hash: RecordHash;
  #shape = 0;
  /** The record that was hashed last. */
  #bytes: Uint8Array | undefined;
  #start = -1;

  constructor(alignment: Alignment, hash: RecordHash) {
    this.#alignment = alignment;
    this.#hash = hash;
  }

  get length(): number {
    this.#shape = this.#alignment.expectedShape;
    return lengthOf(this.#shape);
  }

  get innerLines(): number {
    return innerLinesOf(this.#shape);
  }

  is(bytes: Uint8Array, start: number, end: number): boolean {
    this.#hash.take(bytes, start, end);
    if (!this.#alignment.expects(this.#hash.lo, this.#hash.hi)) return false;
    this.#bytes = bytes;
    this.#start = start;
    return true;
  }

  /** The fingerprint of a record, valid until the next record is hashed. */
  hashed(bytes: Uint8Array, start: number, end: number): RecordHash {
    if (this.#bytes !== bytes || this.#start !== start) this.#hash.take(bytes, start, end);
    return this.#hash;
  }
}

/** The parts that take the records of one file. */
type RecordSinkDeps = {
  readonly changes: Changes;
  readonly writer: RecordHashWriter;
  readonly alignment: Alignment;
  readonly hash: RecordHash;
  /** Is told of the record of each row that is taken. */
  readonly shape: { record: RecordBefore };
  /** Takes a record with the bytes of the last sync, by its row of the ledger; false if it has to be compared. */
  takeUnchanged(row: number): boolean;
  /** Takes a row that is compared; `ordinal` is the number of its record, -1 if it has none. */
  take(row: Row, ordinal: number): void;
};

/** Takes the records of one file: those with the same bytes as in the last sync are not parsed. */
export function recordSink(deps: RecordSinkDeps): RowSink {
  const { changes, writer, alignment, hash } = deps;
  const { digest } = changes;
  const expected = new NextRecord(alignment, hash);
  let offered = -1;
  let before: RecordBefore = 'new';
  return {
    expected,
    known: (bytes, start, end, innerLines) => {
      const { lo, hi } = expected.hashed(bytes, start, end);
      const shape = shapeOf(end - start, innerLines);
      digest[0] = Math.imul(digest[0] ^ lo, PRIME_A);
      digest[1] = Math.imul(digest[1] ^ hi, PRIME_B);
      const row = alignment.find(lo, hi);
      if (row > 0 && deps.takeUnchanged(row)) {
        writer.add(lo, hi, row, shape);
        changes.unchanged++;
        changes.records++;
        return true;
      }
      before = row > 0 ? 'linked' : alignment.isKnown ? 'unlinked' : 'new';
      writer.add(lo, hi, 0, shape);
      offered = changes.records++;
      return false;
    },
    row: (row) => {
      if (offered < 0) (changes.files.at(-1) as { rowsWithoutRecord: number }).rowsWithoutRecord++;
      deps.shape.record = offered < 0 ? 'new' : before;
      deps.take(row, offered);
      offered = -1;
    },
  };
}
