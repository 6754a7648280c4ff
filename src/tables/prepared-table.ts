import { dirname } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import { BufferedFile, temporaryPath, unwritable } from '../files/buffered-file.ts';
import { isOfMachine } from '../files/checked-files.ts';
import { syncFolder } from '../files/sync-folder.ts';
import { parsedJson } from '../input/json/parse-json.ts';
import { DOUBLED, type RecordCells } from '../input/rows/record.ts';
import { bytesFor } from '../input/sources/block-rows.ts';
import { type Bytes, fileBytes } from '../input/sources/bytes/bytes.ts';
import { formatOf } from '../input/sources/formats.ts';
import { passRows, rowChunks, rowOfRecord } from '../input/sources/row-parser.ts';
import type { Source } from '../input/sources/source.ts';
import { type Files, readAllSync } from '../system/files.ts';
import type { System } from '../system/system.ts';
import { NO_FILE, type RowOrigin } from './prepared-row.ts';
import { PreparedRows } from './prepared-rows.ts';

/** Increased when the same inputs give another table. */
const TABLE_VERSION = 3;

/** The facts known of a finished prepared table; it is written last, so a table without it is unfinished. */
type TableHeader = {
  readonly version: number;
  /** Everything that decides what is in the table, as its maker says. */
  readonly identity: string;
  /** Column names, if the rows are arrays of texts. */
  readonly columns?: readonly string[];
  /** The field separator of the files that the rows come from. */
  readonly delimiter?: string;
  /** The names of the files that rows come from. */
  readonly names: readonly string[];
  /** The paths of the files behind the table. */
  readonly inputs: readonly string[];
  readonly rows: number;
  /** Bytes of the table itself. */
  readonly bytes: number;
};

/** Bytes of the position of one row: the file, the line, the byte, and the number of the row. */
const PLACE_BYTES = 20;

/** The file with the header of a table. */
const headerPath = (path: string): string => `${path}.json`;
/** The file with the positions that the rows of a table came from. */
const placesPath = (path: string): string => `${path}.places`;

/** The header of a finished table; undefined if there is none, or if its files are not those that it was written for. */
export async function readHeader(path: string, files: Files): Promise<TableHeader | undefined> {
  const text = await files.readFile(headerPath(path), 'utf8').catch(unlessMissing);
  const header = text === undefined ? undefined : (parsedJson(text, false) as TableHeader | undefined);
  if (header?.version !== TABLE_VERSION) return undefined;
  const isWhole =
    (await sizeOf(path, files)) === header.bytes &&
    (await sizeOf(placesPath(path), files)) === header.rows * PLACE_BYTES;
  return isWhole ? header : undefined;
}

async function sizeOf(path: string, files: Files): Promise<number | undefined> {
  return (await files.stat(path).catch(unlessMissing))?.size;
}

function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code === 'ENOENT' || error.code === 'ENOTDIR') return undefined;
  throw error;
}

const FIRST = { byte: 0, line: 1, row: 0 };

/**
 * Opens a finished prepared table as a source. Its rows are rejected in the format that they came from: CSV if they are
 * arrays of texts, NDJSON if they are objects.
 * @param path as it was given to its writer
 * @param file index of the table in its step
 * @throws RunError `STATE.CORRUPT` if the table is missing or unfinished
 */
export async function openPrepared(path: string, file: number, files: Files): Promise<Source> {
  const header = await readHeader(path, files);
  if (!header)
    throw new RunError('STATE.CORRUPT', `the prepared table ${path} is missing or unfinished`, {
      hint: 'run the same command again, which prepares it again',
    });
  return tableSource(path, path, file, header, files);
}

/** True if a finished table of some identity is there. */
export const hasPrepared = async (path: string, identity: string, files: Files): Promise<boolean> =>
  (await readHeader(path, files))?.identity === identity;

/** @param at the file that has the rows: the table, or one with some of them */
function tableSource(path: string, at: string, file: number, header: TableHeader, files: Files): Source {
  const { columns, delimiter, names, inputs, bytes, rows } = header;
  const placeOf = placeReader(path, rows, files);
  const stored: Pick<Bytes, 'path' | 'isOnDisk' | 'read'> = {
    path: at,
    isOnDisk: isOfMachine(files),
    read: (from, signal) => fileBytes(at, from, signal, files),
  };
  return {
    path,
    like: async (other) => tableSource(path, other, file, header, files),
    format: formatOf(path, columns ? 'csv' : 'ndjson'),
    plain: true,
    encoding: 'utf-8',
    bytes,
    rows,
    ...(columns ? { columns } : {}),
    ...(columns && delimiter !== undefined ? { delimiter } : {}),
    inputs,
    originOf(line) {
      const place = placeOf(line - 1);
      const name = place && names[place.file];
      if (place === undefined || name === undefined) return undefined;
      const { line: first, byte, row } = place;
      return { name, line: first, ...(byte < 0 ? {} : { byte }), ...(row ? { row } : {}) };
    },
    read(from = { file, ...FIRST }, signal, reading) {
      const parser = new PreparedRows(path, file, columns?.length, from);
      return rowChunks(fileBytes(at, from.byte, signal, files), parser, signal, reading);
    },
    rowOf: (record, from) => rowOfRecord(new PreparedRows(path, file, columns?.length, from), record),
    pass: (sink, signal) =>
      passRows(
        bytesFor(stored, FIRST.byte, sink, signal),
        new PreparedRows(path, file, columns?.length, FIRST),
        sink,
      ),
  };
}

/** Positions are read in blocks, because those of rejected rows are asked for in their order. */
const BLOCK_ROWS = 4_096;

/** Reads the positions that the rows of a table came from, by their number from 0. */
function placeReader(path: string, rows: number, files: Files): (row: number) => RowOrigin | undefined {
  let block = Buffer.alloc(0);
  let first = -1;
  return (row) => {
    if (!(row >= 0 && row < rows)) return undefined;
    const from = row - (row % BLOCK_ROWS);
    if (from !== first) {
      block = readBlock(placesPath(path), from * PLACE_BYTES, Math.min(BLOCK_ROWS, rows - from), files);
      first = from;
    }
    const at = (row - from) * PLACE_BYTES;
    const file = block.readUInt32LE(at);
    if (file === NO_FILE) return undefined;
    const [line, byte, number] = [
      block.readUInt32LE(at + 4),
      block.readDoubleLE(at + 8),
      block.readUInt32LE(at + 16),
    ];
    return { file, line, byte, row: number };
  };
}

function readBlock(path: string, at: number, rows: number, files: Files): Buffer<ArrayBuffer> {
  const block = Buffer.alloc(rows * PLACE_BYTES);
  const fd = files.openSync(path, 'r');
  try {
    if (readAllSync(files, fd, block, at) < block.length)
      throw new RunError('STATE.CORRUPT', `${path} is shorter than its table`);
  } finally {
    files.closeSync(fd);
  }
  return block;
}

/** The place where a prepared table is written. */
export type TablePlace = Pick<System, 'files' | 'random'> & {
  /** The path of the table; the files beside it have this name and an ending. The folder must exist. */
  readonly path: string;
  /** True if the table must survive a power cut. */
  readonly durable?: boolean;
};

const BLOCK_BYTES = 1 << 20;
const LF = 0x0a;

/**
 * Writes a prepared table: its lines, and the position that each row came from, beside their places and renamed when they
 * are complete. The same lines give the same bytes.
 * @throws RunError `STATE.UNWRITABLE` from every method
 */
export class PreparedWriter implements Disposable {
  rows = 0;
  readonly #place: TablePlace;
  #lines: BufferedFile;
  readonly #places: BufferedFile;
  #isFinished = false;

  constructor(place: TablePlace) {
    const { files } = place;
    this.#place = place;
    const temporary = temporaryPath(place);
    this.#lines = new BufferedFile(temporary, files);
    this.#places = new BufferedFile(placesPath(temporary), files);
  }

  /**
   * Begins a line with the cells of a record; `add` then adds the rest of it.
   * @returns false if the line must begin with a text
   */
  begin(record: RecordCells): boolean {
    const from = this.#lines.room(cellsBytesMax(record));
    const end = from < 0 ? -1 : writeCells(record, this.#lines.buffer, from);
    if (end >= 0) this.#lines.fill(end);
    return end >= 0;
  }

  /** Adds a row: its line without the line end, and its position. */
  add(line: string, place: RowOrigin): void {
    this.#lines.addText(`${line}\n`);
    this.#addPlace(place);
  }

  /** Adds a row: the beginning of its line as bytes, and the rest. */
  addBytes(bytes: Uint8Array, start: number, end: number, rest: string, place: RowOrigin): void {
    this.#lines.add(bytes, start, end);
    if (rest === '') this.#lines.addByte(LF);
    else this.#lines.addText(`${rest}\n`);
    this.#addPlace(place);
  }

  /** Writes a text before the line of every row that is marked, by its number from 0. */
  markRows(isMarked: (row: number) => boolean, mark: string): void {
    const { files } = this.#place;
    const from = this.#lines;
    from.flush();
    this.#lines = new BufferedFile(temporaryPath(this.#place), files);
    let row = 0;
    let isStart = true;
    const block = Buffer.allocUnsafeSlow(Math.min(BLOCK_BYTES, from.length));
    for (let at = 0; at < from.length; at += block.length) {
      const bytes = block.subarray(0, from.read(block, at));
      for (let start = 0; start < bytes.length; ) {
        if (isStart && isMarked(row)) this.#lines.addText(mark);
        const end = bytes.indexOf(LF, start);
        const next = end === -1 ? bytes.length : end + 1;
        this.#lines.add(bytes, start, next);
        isStart = end !== -1;
        if (isStart) row++;
        start = next;
      }
    }
    from.close();
    files.rmSync(from.path, { force: true });
  }

  /** Replaces the table at the place, if there is one. Nobody sees half of a table. */
  async finish(about: Omit<TableHeader, 'version' | 'rows' | 'bytes'>): Promise<TableHeader> {
    const { path, files, durable } = this.#place;
    for (const file of [this.#lines, this.#places]) {
      if (durable) file.sync();
      else file.flush();
      file.close();
    }
    const header: TableHeader = {
      version: TABLE_VERSION,
      ...about,
      rows: this.rows,
      bytes: this.#lines.length,
    };
    try {
      await files.rm(headerPath(path), { force: true });
      await files.rename(this.#lines.path, path);
      await files.rename(this.#places.path, placesPath(path));
      await this.#writeHeader(header);
      if (durable) await syncFolder(files, dirname(path));
    } catch (cause) {
      throw unwritable(cause, path, files);
    }
    this.#isFinished = true;
    return header;
  }

  /** Removes what was written, if it was not finished. */
  [Symbol.dispose](): void {
    this.#lines.close();
    this.#places.close();
    if (this.#isFinished) return;
    for (const { path } of [this.#lines, this.#places]) this.#place.files.rmSync(path, { force: true });
  }

  async #writeHeader(header: TableHeader): Promise<void> {
    const { path, files, durable } = this.#place;
    const file = new BufferedFile(headerPath(this.#lines.path), files, 1 << 12);
    try {
      file.addText(`${JSON.stringify(header)}\n`);
      if (durable) file.sync();
      else file.flush();
    } finally {
      file.close();
    }
    await files.rename(file.path, headerPath(path));
  }

  #addPlace({ file, line, byte, row = 0 }: RowOrigin): void {
    const at = this.#places.room(PLACE_BYTES);
    const { buffer } = this.#places;
    buffer.writeUInt32LE(file, at);
    buffer.writeUInt32LE(line, at + 4);
    buffer.writeDoubleLE(byte, at + 8);
    buffer.writeUInt32LE(row, at + 16);
    this.#places.fill(at + PLACE_BYTES);
    this.rows++;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const OPEN = 0x5b;
const BLANK = 0x20;

/** Control characters that JSON escapes by a letter. */
const LETTERS: ReadonlyMap<number, number> = new Map([
  [0x08, 0x62],
  [0x09, 0x74],
  [0x0a, 0x6e],
  [0x0c, 0x66],
  [0x0d, 0x72],
]);

/** The most bytes that `writeCells` needs for a record. */
function cellsBytesMax({ starts, ends }: RecordCells): number {
  const cells = starts.length;
  return cells === 0 ? 0 : 2 * ((ends[cells - 1] as number) - (starts[0] as number)) + 3 * cells + 1;
}

/**
 * Writes the cells of a CSV record as the beginning of a JSON array of texts, the same bytes as `arrayHead` gives. It makes
 * no text of them.
 * @param into has room for `cellsBytesMax` bytes from `from`
 * @returns the index after the last byte; -1 if a character needs a longer escape
 */
function writeCells({ bytes, starts, ends, forms }: RecordCells, into: Uint8Array, from: number): number {
  let at = from;
  into[at++] = OPEN;
  for (let cell = 0; cell < starts.length; cell++) {
    if (cell > 0) into[at++] = COMMA;
    into[at++] = QUOTE;
    const isDoubled = forms[cell] === DOUBLED;
    const end = ends[cell] as number;
    for (let read = starts[cell] as number; read < end; read++) {
      let byte = bytes[read] as number;
      if (byte < BLANK) {
        const letter = LETTERS.get(byte);
        if (letter === undefined) return -1;
        into[at++] = BACKSLASH;
        byte = letter;
      } else if (byte === BACKSLASH) into[at++] = BACKSLASH;
      else if (byte === QUOTE) {
        // The first of two quotes becomes the escape of the second.
        if (!isDoubled) return -1;
        into[at++] = BACKSLASH;
        read++;
      }
      into[at++] = byte;
    }
    into[at++] = QUOTE;
  }
  return at;
}
