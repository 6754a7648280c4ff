import { dirname } from 'node:path';
import { appendSums, contentBytes } from '../../files/summed-file.ts';
import type { Files } from '../../system/files.ts';

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

/** Reads the fingerprints of an entity's records in file order, as the last finished sync stored them. */
export class RecordHashReader implements Disposable {
  readonly #fd: number | undefined;
  readonly #files: Files;
  /** Where the records end and the checksums begin. */
  readonly #end: number;
  #at = 0;

  /** Opens a published file; a missing one counts as no records. */
  static async open(path: string, files: Files): Promise<RecordHashReader> {
    const { size } = await files.stat(path).catch(() => ({ size: 0 }));
    return new RecordHashReader(path, files, size);
  }

  /** @param size of the file if it was published, bytes: then its checksums are left out */
  constructor(path: string, files: Files, size = 0) {
    this.#files = files;
    try {
      this.#fd = files.openSync(path, 'r');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    }
    const end = this.#fd === undefined ? undefined : contentBytes(files, this.#fd, size);
    this.#end = end ?? Number.POSITIVE_INFINITY;
  }

  /** Continues with the record of this number, from 0. */
  seek(record: number): void {
    this.#at = record * RECORD_BYTES;
  }

  /** Fills `words` with the next records; returns how many, 0 at the end. */
  read(words: Uint32Array): number {
    if (this.#fd === undefined) return 0;
    const bytes = new Uint8Array(words.buffer, words.byteOffset, words.byteLength);
    let length = 0;
    const most = Math.min(bytes.length, Math.max(0, this.#end - this.#at));
    while (length < most) {
      const count = this.#files.readSync(this.#fd, bytes, length, most - length, this.#at);
      if (count === 0) break;
      length += count;
      this.#at += count;
    }
    return Math.floor(length / RECORD_BYTES);
  }

  [Symbol.dispose](): void {
    if (this.#fd !== undefined) this.#files.closeSync(this.#fd);
  }
}

/** Writes the fingerprints of this sync to a second file, which replaces that of the last sync on `publish`. */
export class RecordHashWriter implements Disposable {
  readonly #path: string;
  readonly #files: Files;
  readonly #fd: number;
  readonly #words = new Uint32Array(BUFFER_RECORDS * RECORD_WORDS);
  #buffered = 0;
  #written = 0;
  #published = false;

  /** @param path the file to replace; the new one is `<path>.next`, mode 0600 */
  constructor(path: string, files: Files) {
    this.#path = path;
    this.#files = files;
    this.#fd = files.openSync(`${path}.next`, 'w+', 0o600);
  }

  /** Drops all records. */
  restart(): void {
    this.#buffered = 0;
    this.#written = 0;
    this.#files.ftruncateSync(this.#fd);
  }

  /** @param shape as `shapeOf` gives it */
  add(lo: number, hi: number, row: number, shape: number): void {
    if (this.#buffered === BUFFER_RECORDS) this.#flush(BUFFER_RECORDS / 2);
    const at = this.#buffered++ * RECORD_WORDS;
    this.#words[at] = lo;
    this.#words[at + 1] = hi;
    this.#words[at + 2] = row;
    this.#words[at + 3] = shape;
  }

  /** Links a record, by its number from 0, to a row of the ledger; 0 for none. */
  link(ordinal: number, row: number): void {
    if (ordinal >= this.#written) {
      this.#words[(ordinal - this.#written) * RECORD_WORDS + 2] = row;
      return;
    }
    this.#files.writeSync(this.#fd, Uint32Array.of(row), 0, 4, ordinal * RECORD_BYTES + 8);
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
    return new RecordHashReader(`${this.#path}.next`, this.#files);
  }

  /** Replaces the file of the last sync; when it returns, the new one survives a power cut. */
  publish(): void {
    this.#flush();
    appendSums(this.#files, this.#fd, this.#written * RECORD_BYTES);
    this.#files.fsyncSync(this.#fd);
    this.#files.renameSync(`${this.#path}.next`, this.#path);
    this.#published = true;
    const folder = this.#files.openSync(dirname(this.#path), 'r');
    try {
      this.#files.fsyncSync(folder);
    } finally {
      this.#files.closeSync(folder);
    }
  }

  [Symbol.dispose](): void {
    this.#files.closeSync(this.#fd);
    if (this.#published) return;
    try {
      this.#files.rmSync(`${this.#path}.next`, { force: true });
    } catch {
      // The next sync writes over it.
    }
  }

  #flush(records = this.#buffered): void {
    const bytes = new Uint8Array(this.#words.buffer, 0, records * RECORD_BYTES);
    let at = 0;
    while (at < bytes.length)
      at += this.#files.writeSync(this.#fd, bytes, at, bytes.length - at, this.#written * RECORD_BYTES + at);
    this.#words.copyWithin(0, records * RECORD_WORDS, this.#buffered * RECORD_WORDS);
    this.#written += records;
    this.#buffered -= records;
  }
}
