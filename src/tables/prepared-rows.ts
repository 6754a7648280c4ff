import { RunError } from '../errors/run-error.ts';
import type { BlockScreen, RowSink } from '../input/rows/record.ts';
import type { ReadFrom } from '../input/rows/row.ts';
import { type BlockReader, readBlock } from '../input/sources/block-rows.ts';
import { PieceWindow } from '../input/sources/bytes/piece-window.ts';
import type { RowParser } from '../input/sources/row-parser.ts';
import { rowOfLine } from './prepared-row.ts';

const LF = 0x0a;
/** The first byte of a row that could not be read. */
const FAULT = 0x21;

/** Parses the rows of a prepared table. Only its writer makes such lines, so nothing is repaired here. */
export class PreparedRows implements RowParser, BlockReader {
  readonly window: PieceWindow;
  row: number;
  /** No record is too long. */
  readonly isCut = false;
  readonly #path: string;
  readonly #file: number;
  readonly #columns: number | undefined;
  /** Up to here there is no line end. */
  #searched = 0;
  #hasBegun = false;
  #sink: RowSink = { row: () => {} };
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
    this.row = from.row;
    this.window = new PieceWindow(from);
  }

  push(piece: Buffer, sink: RowSink): void {
    this.#begin(sink);
    const screen = this.#screen;
    // What is left of the last piece has no line end, and may be long.
    this.#searched = this.window.bytes.length - this.window.at;
    this.window.push(piece, screen?.room, screen?.freeBefore(piece));
    const bound = screen ? this.window.bytes.lastIndexOf(LF) + 1 : 0;
    if (screen && bound > 0) readBlock(this, screen, bound);
    else this.readRest();
  }

  end(): void {
    if (this.window.at < this.window.bytes.length) throw this.#damaged();
    this.window.release(this.#screen?.room);
  }

  #begin(sink: RowSink): void {
    this.#sink = sink;
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const columns = this.#columns;
    const shape = columns === undefined ? ({ kind: 'lines' } as const) : ({ kind: 'rows', columns } as const);
    if (sink.blocks?.begins(shape, this.#file)) this.#screen = sink.blocks;
  }

  readRest(): void {
    while (this.readOne());
  }

  /** Reads the next line; false if its end has not come yet. */
  readOne(): boolean {
    const start = this.window.at;
    const end = this.window.bytes.indexOf(LF, Math.max(start, this.#searched));
    if (end === -1) return false;
    this.#take(start, end);
    return true;
  }

  #take(start: number, end: number): void {
    const [sink, { bytes, base, atLine: line }] = [this.#sink, this.window];
    this.row += 1;
    this.window.moveOver(end + 1, line + 1);
    if (sink.known && bytes[start] !== FAULT && sink.known(bytes, start, end, 0)) return;
    const parsed = rowOfLine(bytes.toString('utf8', start, end));
    if (parsed === undefined || !this.#fits(parsed)) throw this.#damaged();
    const at = { line, byte: base + start, endLine: line + 1, endByte: base + end + 1 };
    const place = { file: this.#file, row: this.row, ...at };
    const { values, fault, leftOut } = parsed;
    sink.row(fault || leftOut !== undefined ? { ...place, ...parsed } : { ...place, values });
  }

  #fits({ values, fault }: NonNullable<ReturnType<typeof rowOfLine>>): boolean {
    if (this.#columns === undefined) return !Array.isArray(values);
    return Array.isArray(values) && (fault !== undefined || values.length === this.#columns);
  }

  #damaged(): RunError {
    const message = `${this.#path} is damaged in line ${this.window.atLine - 1}: it is not what was written`;
    return new RunError('STATE.CORRUPT', message, {
      hint: `rm ${this.#path}  and run the same command again`,
    });
  }
}
