import { dirname } from 'node:path';
import { syncFolder } from '../files/sync-folder.ts';
import type { Bounds } from '../input/rows/record.ts';
import type { System } from '../system/system.ts';
import { BufferedFile, unwritable } from './buffered-file.ts';
import type { Origin } from './prepared-row.ts';
import { cellsBytesMax, writeCells } from './record-cells.ts';
import { headerPath, PLACE_BYTES, placesPath, TABLE_VERSION, type TableHeader } from './table-header.ts';
import { temporaryPath } from './temporary.ts';

/** The place where a prepared table is written. */
export type TablePlace = Pick<System, 'files' | 'random'> & {
  /** The path of the table; the files beside it have this name and an ending. The folder must exist. */
  readonly path: string;
  /** True if the table must survive a power cut. */
  readonly durable?: boolean;
};

const PLACES_BUFFERED = 1 << 14;
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
  readonly #buffer = Buffer.alloc(PLACES_BUFFERED * PLACE_BYTES);
  #buffered = 0;
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
  begin(record: Bounds): boolean {
    const from = this.#lines.room(cellsBytesMax(record));
    const end = from < 0 ? -1 : writeCells(record, this.#lines.buffer, from);
    if (end >= 0) this.#lines.fill(end);
    return end >= 0;
  }

  /** Adds a row: its line without the line end, and its position. */
  add(line: string, place: Origin): void {
    this.#lines.addText(`${line}\n`);
    this.#addPlace(place);
  }

  /** Adds a row: the beginning of its line as bytes, and the rest. */
  addBytes(bytes: Uint8Array, start: number, end: number, rest: string, place: Origin): void {
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
    const block = Buffer.allocUnsafeSlow(BLOCK_BYTES);
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
    this.#flushPlaces();
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

  #addPlace({ file, line, byte, row = 0 }: Origin): void {
    if (this.#buffered === PLACES_BUFFERED) this.#flushPlaces();
    const at = this.#buffered++ * PLACE_BYTES;
    this.#buffer.writeUInt32LE(file, at);
    this.#buffer.writeUInt32LE(line, at + 4);
    this.#buffer.writeDoubleLE(byte, at + 8);
    this.#buffer.writeUInt32LE(row, at + 16);
    this.rows++;
  }

  #flushPlaces(): void {
    this.#places.add(this.#buffer, 0, this.#buffered * PLACE_BYTES);
    this.#buffered = 0;
  }
}
