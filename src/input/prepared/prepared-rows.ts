import { RunError } from '../../errors/run-error.ts';
import { JsonRecord } from '../rows/json-record.ts';
import type { RowSink } from '../rows/record.ts';
import type { RowParser } from '../sources/row-parser.ts';
import { ArrayRecord } from './array-record.ts';
import { rowOfLine } from './line-text.ts';

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
  #row: number;
  #line: number;
  #byte: number;
  #arrays: ArrayRecord | undefined;
  #objects: JsonRecord | undefined;
  /** The beginning of a line whose end has not come yet. */
  #rest: Buffer = Buffer.alloc(0);

  /**
   * @param columns cells of a row; undefined if rows are objects
   * @param from the position of the first bytes, and the number of rows before them
   */
  constructor(
    path: string,
    file: number,
    columns: number | undefined,
    from: { readonly byte: number; readonly line: number; readonly row: number },
  ) {
    this.#path = path;
    this.#file = file;
    this.#columns = columns;
    this.#row = from.row;
    this.#line = from.line;
    this.#byte = from.byte;
  }

  push(piece: Buffer, sink: RowSink): void {
    const bytes = this.#rest.length === 0 ? piece : Buffer.concat([this.#rest, piece]);
    // What is left of the last piece has no line end, and may be long.
    let end = bytes.indexOf(LF, this.#rest.length);
    let start = 0;
    while (end !== -1) {
      this.#take(bytes, start, end, sink);
      start = end + 1;
      end = bytes.indexOf(LF, start);
    }
    // The piece is overwritten by the next one.
    this.#rest = start === bytes.length ? NOTHING : Buffer.from(bytes.subarray(start));
  }

  end(): void {
    if (this.#rest.length > 0) throw this.#damaged();
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

  /** Whether the screen takes the row. A row with a mark is none that it knows. */
  #isScreened(
    bytes: Buffer,
    start: number,
    end: number,
    { line, byte }: { readonly line: number; readonly byte: number },
    { screen, names = [] }: RowSink,
  ): boolean {
    if (this.#columns !== undefined) {
      if (bytes[start] !== ARRAY) return false;
      this.#arrays ??= new ArrayRecord(this.#file, this.#columns);
      const record = this.#arrays;
      if (!record.reads(bytes, start, end)) return false;
      record.row = this.#row;
      record.line = line;
      record.byte = byte;
      record.endLine = this.#line;
      record.endByte = this.#byte;
      return screen?.(record) ?? false;
    }
    if (bytes[start] !== OBJECT) return false;
    this.#objects ??= new JsonRecord(this.#file, names);
    return (
      this.#objects.reads(
        bytes,
        { start, end, line, byte, endLine: this.#line, endByte: this.#byte },
        this.#row,
      ) &&
      (screen?.(this.#objects) ?? false)
    );
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

const NOTHING = Buffer.alloc(0);
