import { RunError } from '../errors/run-error.ts';
import { JsonRecord } from '../input/rows/json-record.ts';
import {
  type BlockScreen,
  type Bounds,
  EMPTY,
  ESCAPED,
  PLAIN,
  type RecordShape,
  type RowSink,
} from '../input/rows/record.ts';
import type { ReadFrom } from '../input/rows/row.ts';
import { type BlockReader, readBlock } from '../input/sources/block-rows.ts';
import { PieceRoom } from '../input/sources/bytes/piece-room.ts';
import type { RowParser } from '../input/sources/row-parser.ts';
import { rowOfLine } from './prepared-row.ts';

const LF = 0x0a;
/** The first byte of a row that could not be read. */
const FAULT = 0x21;
/** The first byte of a row without a mark. */
const ARRAY = 0x5b;
const OBJECT = 0x7b;

/** Parses the rows of a prepared table. Only its writer makes such lines, so nothing is repaired here. */
export class PreparedRows implements RowParser {
  readonly #path: string;
  readonly #file: number;
  readonly #columns: number | undefined;
  readonly #room = new PieceRoom();
  /** The bytes with the lines that are read, and where the next one begins. */
  #bytes: Buffer = Buffer.alloc(0);
  #at = 0;
  /** Up to here there is no line end. */
  #searched = 0;
  #row: number;
  #line: number;
  /** The offset of the next line in the table. */
  #byte: number;
  #hasBegun = false;
  /** Set if lines are screened in blocks. */
  #screen: BlockScreen | undefined;
  #arrays: ArrayRecord | undefined;
  #objects: JsonRecord | undefined;

  /**
   * @param columns cells of a row; undefined if rows are objects
   * @param from the position of the first bytes, and the number of rows before them
   */
  constructor(path: string, file: number, columns: number | undefined, from: ReadFrom) {
    this.#path = path;
    this.#file = file;
    this.#columns = columns;
    this.#row = from.row;
    this.#line = from.line;
    this.#byte = from.byte;
  }

  push(piece: Buffer, sink: RowSink): void {
    this.#begin(sink);
    const screen = this.#screen;
    const rest = this.#bytes.subarray(this.#at);
    this.#bytes = this.#room.join(rest, piece, screen?.room, screen?.freeBefore(piece) ?? 0);
    this.#at = 0;
    // What is left of the last piece has no line end, and may be long.
    this.#searched = rest.length;
    const bound = screen ? this.#bytes.lastIndexOf(LF) + 1 : 0;
    if (screen && bound > 0) readBlock(this.#reader(sink), screen, bound);
    else this.#readLines(sink);
  }

  end(): void {
    if (this.#at < this.#bytes.length) throw this.#damaged();
    this.#room.release(this.#screen?.room);
  }

  #begin(sink: RowSink): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (sink.blocks?.begins(this.#shape(sink), this.#file)) this.#screen = sink.blocks;
  }

  #shape({ names = [] }: RowSink): RecordShape {
    const columns = this.#columns;
    const place = { line: 0, byte: 0, endLine: 0, endByte: 0 };
    const bounds = (start: number, end: number): Bounds => {
      const lineEnd = this.#bytes[end - 1] === LF ? end - 1 : end;
      const record = columns === undefined ? this.#objectRecord(names) : this.#arrayRecord(columns);
      if (record instanceof ArrayRecord) record.reads(this.#bytes, start, lineEnd);
      else record.reads(this.#bytes, { start, end: lineEnd, ...place }, 0);
      return record;
    };
    return columns === undefined ? { kind: 'lines', bounds } : { kind: 'rows', columns, bounds };
  }

  #reader(sink: RowSink): BlockReader {
    return {
      bytes: this.#bytes,
      place: () => ({ at: this.#at, line: this.#line, byte: this.#byte, row: this.#row }),
      isCut: () => false,
      moveOver: (records, at, line) => {
        this.#row += records;
        this.#byte += at - this.#at;
        this.#at = at;
        this.#line = line;
      },
      readOne: () => this.#readOne(sink),
      readRest: () => this.#readLines(sink),
    };
  }

  #readLines(sink: RowSink): void {
    while (this.#readOne(sink));
  }

  /** Reads the next line; false if its end has not come yet. */
  #readOne(sink: RowSink): boolean {
    const start = this.#at;
    const end = this.#bytes.indexOf(LF, Math.max(start, this.#searched));
    if (end === -1) return false;
    this.#at = end + 1;
    this.#take(this.#bytes, start, end, sink);
    return true;
  }

  #take(bytes: Buffer, start: number, end: number, sink: RowSink): void {
    const [line, byte] = [this.#line, this.#byte];
    this.#row += 1;
    this.#line += 1;
    this.#byte += end + 1 - start;
    if (sink.known && bytes[start] !== FAULT && sink.known(bytes, start, end, 0)) return;
    if (sink.screen && this.#isScreened(bytes, start, end, { line, byte }, sink)) return;
    const parsed = rowOfLine(bytes.toString('utf8', start, end));
    if (parsed === undefined || !this.#fits(parsed)) throw this.#damaged();
    const place = { file: this.#file, row: this.#row, line, byte, endLine: this.#line, endByte: this.#byte };
    const { values, fault, leftOut } = parsed;
    sink.row(fault || leftOut !== undefined ? { ...place, ...parsed } : { ...place, values });
  }

  /** True if the screen takes the row. A row with a mark is none that it knows. */
  #isScreened(
    bytes: Buffer,
    start: number,
    end: number,
    { line, byte }: { readonly line: number; readonly byte: number },
    { screen, names = [] }: RowSink,
  ): boolean {
    if (this.#columns !== undefined) {
      if (bytes[start] !== ARRAY) return false;
      const record = this.#arrayRecord(this.#columns);
      if (!record.reads(bytes, start, end)) return false;
      record.row = this.#row;
      record.line = line;
      record.byte = byte;
      record.endLine = this.#line;
      record.endByte = this.#byte;
      return screen?.(record) ?? false;
    }
    if (bytes[start] !== OBJECT) return false;
    const record = this.#objectRecord(names);
    const place = { start, end, line, byte, endLine: this.#line, endByte: this.#byte };
    return record.reads(bytes, place, this.#row) && (screen?.(record) ?? false);
  }

  #arrayRecord(columns: number): ArrayRecord {
    this.#arrays ??= new ArrayRecord(this.#file, columns);
    return this.#arrays;
  }

  #objectRecord(names: readonly string[]): JsonRecord {
    this.#objects ??= new JsonRecord(this.#file, names);
    return this.#objects;
  }

  #fits({ values, fault }: NonNullable<ReturnType<typeof rowOfLine>>): boolean {
    if (this.#columns === undefined) return !Array.isArray(values);
    return Array.isArray(values) && (fault !== undefined || values.length === this.#columns);
  }

  #damaged(): RunError {
    const message = `${this.#path} is damaged in line ${this.#line - 1}: it is not what was written`;
    return new RunError('STATE.CORRUPT', message, {
      hint: `rm ${this.#path}  and run the same command again`,
    });
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;
const CLOSE = 0x5d;
const CODE = 0x75;

/** Finds the cells in a line that is a JSON array of texts, without parsing it. */
class ArrayRecord implements Bounds {
  bytes: Buffer = Buffer.alloc(0);
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly forms: Uint8Array;
  readonly file: number;
  row = 0;
  line = 0;
  byte = 0;
  recordStart = 0;
  recordEnd = 0;
  endLine = 0;
  endByte = 0;

  /** @param columns cells of every row */
  constructor(file: number, columns: number) {
    this.file = file;
    this.starts = new Int32Array(columns);
    this.ends = new Int32Array(columns);
    this.forms = new Uint8Array(columns);
  }

  /**
   * Reads the line from `start`, its bracket, up to `end`.
   * @returns whether it is such an array, with a text for each column and no escaped code
   */
  reads(bytes: Buffer, start: number, end: number): boolean {
    this.bytes = bytes;
    this.recordStart = start;
    this.recordEnd = end;
    const { starts, ends, forms } = this;
    const last = starts.length - 1;
    let at = start + 1;
    for (let cell = 0; cell <= last; cell++) {
      if (bytes[at] !== QUOTE) return false;
      const from = ++at;
      let form = PLAIN;
      for (; at < end; at++) {
        const byte = bytes[at] as number;
        if (byte === QUOTE) break;
        if (byte !== BACKSLASH) continue;
        if (bytes[++at] === CODE) return false;
        form = ESCAPED;
      }
      if (at >= end) return false;
      starts[cell] = from;
      ends[cell] = at;
      forms[cell] = at === from ? EMPTY : form;
      if (bytes[++at] !== (cell === last ? CLOSE : COMMA)) return false;
      at++;
    }
    return at === end;
  }
}
