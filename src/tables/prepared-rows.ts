import { RunError } from '../errors/run-error.ts';
import type { BlockScreen, RowSink } from '../input/rows/record.ts';
import type { ReadFrom } from '../input/rows/row.ts';
import { type BlockReader, readBlock } from '../input/sources/block-rows.ts';
import { PieceRoom } from '../input/sources/bytes/piece-room.ts';
import type { RowParser } from '../input/sources/row-parser.ts';
import { rowOfLine } from './prepared-row.ts';

const LF = 0x0a;
/** The first byte of a row that could not be read. */
const FAULT = 0x21;

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
    const columns = this.#columns;
    const shape = columns === undefined ? ({ kind: 'lines' } as const) : ({ kind: 'rows', columns } as const);
    if (sink.blocks?.begins(shape, this.#file)) this.#screen = sink.blocks;
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
    const parsed = rowOfLine(bytes.toString('utf8', start, end));
    if (parsed === undefined || !this.#fits(parsed)) throw this.#damaged();
    const place = { file: this.#file, row: this.#row, line, byte, endLine: this.#line, endByte: this.#byte };
    const { values, fault, leftOut } = parsed;
    sink.row(fault || leftOut !== undefined ? { ...place, ...parsed } : { ...place, values });
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
