import type { Draft, KeptBytes, StateStore } from '../../../files/state/state-store.ts';
import { appendSums, contentBytes } from '../../../files/summed-file.ts';

/** Words of one record: both halves of the fingerprint, its row number in the ledger (0 for none), and its shape. */
export const RECORD_WORDS = 4;
/** Bits of a shape for the record's length; the others are for the line ends inside it. */
const LENGTH_BITS = 21;
const LENGTH_MAX = 2 ** LENGTH_BITS - 1;
const INNER_LINES_MAX = 2 ** (32 - LENGTH_BITS) - 1;

/** A record's length in bytes and the line ends inside it, as one word; 0 if they do not fit. */
export const shapeOf = (length: number, innerLines: number): number =>
  length > LENGTH_MAX || innerLines > INNER_LINES_MAX ? 0 : ((innerLines << LENGTH_BITS) | length) >>> 0;
/** The record's length in bytes. */
export const lengthOf = (shape: number): number => shape & LENGTH_MAX;
/** The number of line ends inside the record. */
export const innerLinesOf = (shape: number): number => shape >>> LENGTH_BITS;

const RECORD_BYTES = RECORD_WORDS * 4;
/** Records in memory: when they are too many, the first half is written. The later ones can be linked for nothing. */
const BUFFER_RECORDS = 1 << 16;

/** Reads the fingerprints of an entity's records in file order. */
export class RecordHashReader implements Disposable {
  #kept: KeptBytes | undefined;
  /** The place where the records end. */
  readonly #end: number;
  #at = 0;

  /**
   * Opens what the last finished sync has stored; what is missing counts as no records.
   * @param isCurrent false for what is of another time than the ledger: it is not used
   */
  static open(state: StateStore, name: string, isCurrent: boolean): RecordHashReader {
    const kept = isCurrent ? state.read(name) : undefined;
    return new RecordHashReader(kept, kept ? (contentBytes(kept) ?? kept.bytes) : 0);
  }

  /** @param end where the records end, bytes */
  constructor(kept: KeptBytes | undefined, end: number) {
    this.#kept = kept;
    this.#end = end;
  }

  /** All records that there are. */
  get records(): number {
    return Math.floor(this.#end / RECORD_BYTES);
  }

  /** Continues with the record of this number, from 0. */
  seek(record: number): void {
    this.#at = record * RECORD_BYTES;
  }

  /** Fills `words` with the next records; returns how many, 0 at the end. */
  read(words: Uint32Array): number {
    if (!this.#kept) return 0;
    const length = Math.min(words.byteLength, Math.max(0, this.#end - this.#at));
    const count = this.#kept.read(new Uint8Array(words.buffer, words.byteOffset, length), this.#at);
    this.#at += count;
    return Math.floor(count / RECORD_BYTES);
  }

  [Symbol.dispose](): void {
    this.#kept?.[Symbol.dispose]();
    this.#kept = undefined;
  }
}

/** Records of the last sync that are read at once to be compared. */
const COMPARED_RECORDS = 1 << 12;

/**
 * Writes the fingerprints of this sync, which replace those of the last sync on `publish`. Nothing is written while they are
 * the same.
 */
export class RecordHashWriter implements Disposable {
  readonly #draft: Draft;
  readonly #before: RecordHashReader;
  readonly #compared = new Uint32Array(COMPARED_RECORDS * RECORD_WORDS);
  /** So many records, all until now, are as in the last sync; -1 once they are written. */
  #same = 0;
  readonly #words = new Uint32Array(BUFFER_RECORDS * RECORD_WORDS);
  #buffered = 0;
  #written = 0;

  /**
   * @param name of the fingerprints to replace
   * @param isCurrent true if there are fingerprints of the last sync to be compared with
   */
  constructor(state: StateStore, name: string, isCurrent = false) {
    this.#before = RecordHashReader.open(state, name, isCurrent);
    this.#draft = state.draft(name);
  }

  /** True if the records, of which there are any, are those of the last sync, with the same links: then `publish` is not needed. */
  get isUnchanged(): boolean {
    return this.#same > 0 && this.#same === this.#before.records;
  }

  /** Drops all records. */
  restart(): void {
    this.#same = 0;
    this.#before.seek(0);
    this.#buffered = 0;
    this.#written = 0;
    this.#draft.truncate(0);
  }

  /** @param shape as `shapeOf` gives it */
  add(lo: number, hi: number, row: number, shape: number): void {
    if (this.#isSame(lo, hi, row, shape)) {
      this.#same++;
      return;
    }
    this.#writeSame();
    if (this.#buffered === BUFFER_RECORDS) this.#flush(BUFFER_RECORDS / 2);
    const at = this.#buffered++ * RECORD_WORDS;
    this.#words[at] = lo;
    this.#words[at + 1] = hi;
    this.#words[at + 2] = row;
    this.#words[at + 3] = shape;
  }

  /** Links a record, by its number from 0, to a row of the ledger; 0 for none. */
  link(ordinal: number, row: number): void {
    this.#writeSame();
    if (ordinal >= this.#written) {
      this.#words[(ordinal - this.#written) * RECORD_WORDS + 2] = row;
      return;
    }
    this.#draft.write(new Uint8Array(Uint32Array.of(row).buffer), ordinal * RECORD_BYTES + 8);
  }

  /** Takes the links to some rows of the ledger away. */
  unlink(rows: ReadonlySet<number>): void {
    using reader = this.reader();
    const words = new Uint32Array(BUFFER_RECORDS * RECORD_WORDS);
    for (let first = 0; ; ) {
      const count = reader.read(words);
      for (let at = 0; at < count; at++)
        if (rows.has(words[at * RECORD_WORDS + 2] as number)) this.link(first + at, 0);
      first += count;
      if (count === 0) return;
    }
  }

  /** Reads the records added so far; a later `link` changes what it reads. */
  reader(): RecordHashReader {
    this.#flush();
    const draft = this.#draft;
    const read = (into: Uint8Array, at: number): number => draft.read(into, at);
    const kept: KeptBytes = { bytes: draft.bytes, read, [Symbol.dispose]() {} };
    return new RecordHashReader(kept, this.#written * RECORD_BYTES);
  }

  /** Replaces what the last sync has stored, with a stamp of the ledger; when it returns, that survives a power cut. */
  publish(stamp: string): void {
    this.#flush();
    this.#before[Symbol.dispose]();
    appendSums(this.#draft, this.#written * RECORD_BYTES, stamp);
    this.#draft.publish();
  }

  [Symbol.dispose](): void {
    this.#before[Symbol.dispose]();
    this.#draft[Symbol.dispose]();
  }

  /** True if all records until now, and this one, are as in the last sync. */
  #isSame(lo: number, hi: number, row: number, shape: number): boolean {
    if (this.#same < 0 || this.#same >= this.#before.records) return false;
    const words = this.#compared;
    const at = (this.#same % COMPARED_RECORDS) * RECORD_WORDS;
    if (at === 0) this.#before.read(words);
    return words[at] === lo && words[at + 1] === hi && words[at + 2] === row && words[at + 3] === shape;
  }

  /** Writes the records that are as in the last sync, once others are not. */
  #writeSame(): void {
    if (this.#same < 0) return;
    let left = this.#same;
    this.#same = -1;
    this.#before.seek(0);
    while (left > 0) {
      this.#buffered = Math.min(left, this.#before.read(this.#words));
      if (this.#buffered === 0) throw new RangeError('the fingerprints of the last sync have become shorter');
      left -= this.#buffered;
      this.#flush();
    }
  }

  #flush(records = this.#buffered): void {
    this.#writeSame();
    const bytes = new Uint8Array(this.#words.buffer, 0, records * RECORD_BYTES);
    this.#draft.write(bytes, this.#written * RECORD_BYTES);
    this.#words.copyWithin(0, records * RECORD_WORDS, this.#buffered * RECORD_WORDS);
    this.#written += records;
    this.#buffered -= records;
  }
}
