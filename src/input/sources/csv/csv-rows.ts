import { isUtf8 } from 'node:buffer';
import {
  type BlockScreen,
  cellText,
  cellTexts,
  EMPTY,
  type ExpectedRecord,
  type RecordCells,
  type RowSink,
} from '../../rows/record.ts';
import type { Problem, ReadFrom, Row } from '../../rows/row.ts';
import { type BlockReader, readBlock } from '../block-rows.ts';
import { encodingInvalid, rawText } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import type { RowWidth, SourceOptions } from '../source.ts';
import type { FaultyFrame, FrameSink } from './csv-bounds.ts';
import { CsvFramer } from './csv-framer.ts';
import { OddRows } from './csv-width.ts';
import { cellsOf } from './delimiter.ts';

/** The properties that all rows of one CSV file share. */
export type CsvDialect = {
  readonly delimiter: string;
  /** The number of cells of every row. */
  readonly columns: number;
  readonly encoding: string;
  /** The file's index in its step. */
  readonly file: number;
  /** The text of the header, if the file has one: files that were joined have it again. */
  readonly header?: Buffer | undefined;
  /** @default strict */
  readonly width?: RowWidth;
  /** Gets the numbers of accepted rows with another number of cells, at the end. */
  readonly warn?: SourceOptions['warn'];
};

/** Waits for the first value in each of some columns. */
export type ValueWatch = {
  /** The indices of the columns; `found` removes those that have a value. */
  readonly columns: ReadonlySet<number>;
  /** @param line the 1-based physical line of the row */
  found(column: number, line: number): void;
};

/** Parses the rows of a CSV text without its header. */
export class CsvRows implements RowParser, BlockReader, FrameSink, RecordCells {
  readonly starts: Int32Array;
  readonly ends: Int32Array;
  readonly forms: Uint8Array;
  row: number;
  readonly #dialect: CsvDialect;
  readonly window: CsvFramer;
  readonly #watch: ValueWatch | undefined;
  readonly #odd = new OddRows();
  #sink: RowSink = { row: () => {} };
  /** True if no bytes follow. */
  #isFinal = false;
  #hasBegun = false;
  /** Set if records are screened in blocks. */
  #screen: BlockScreen | undefined;
  /** The header, if the screen would prove it as any other row. */
  #provedHeader: Buffer | undefined;
  /** The bytes up to this index are known to be UTF-8. */
  #validUntil = 0;

  /** @param from the position of the first bytes, and the number of rows before them */
  constructor(dialect: CsvDialect, from: ReadFrom, watch?: ValueWatch) {
    this.#dialect = dialect;
    this.#watch = watch;
    this.window = new CsvFramer(dialect.delimiter, dialect.columns, from, dialect.width);
    const { starts, ends, forms } = this.window.scanner;
    this.starts = starts;
    this.ends = ends;
    this.forms = forms;
    this.row = from.row;
  }

  get bytes(): Buffer {
    return this.window.bytes;
  }

  get expected(): ExpectedRecord | undefined {
    return this.#sink.expected;
  }

  push(piece: Buffer, sink: RowSink): void {
    this.#begin(sink);
    this.window.push(piece, this.#screen?.room, this.#screen?.freeBefore(piece));
    this.#take(sink);
  }

  end(sink: RowSink): void {
    this.#isFinal = true;
    this.#take(sink);
    this.window.release(this.#screen?.room);
    this.#odd.tell(this.#dialect.warn);
  }

  /** A screen of blocks sees only well-formed records: a watch for values has to see all of them. */
  #begin(sink: RowSink): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    const { delimiter, columns, file } = this.#dialect;
    if (!this.#watch && sink.blocks?.begins({ kind: 'csv', delimiter, columns }, file))
      this.#screen = sink.blocks;
    const { header } = this.#dialect;
    // Only then has anybody to look for it.
    this.#provedHeader = header && this.#screen?.mayProve(header) ? header : undefined;
  }

  #take(sink: RowSink): void {
    this.#sink = sink;
    const { bytes } = this.window;
    // Checking many records at once is faster than one by one. A line end is never part of a character.
    const whole = bytes.lastIndexOf(0x0a) + 1;
    const isText = this.#screen?.isText(bytes, whole) ?? isUtf8(bytes.subarray(0, whole));
    this.#validUntil = isText ? whole : 0;
    const header = this.#provedHeader;
    const isOdd = header !== undefined && hasHeader(bytes, this.window.place.at, header);
    if (this.#screen && whole > 0 && !isOdd) readBlock(this, this.#screen, this.#validUntil);
    else this.readRest();
  }

  get isCut(): boolean {
    return this.window.isDropping;
  }

  readOne(): boolean {
    return this.window.takeOne(this, this.#isFinal);
  }

  readRest(): void {
    this.window.take(this, this.#isFinal);
  }

  good(): void {
    this.row += 1;
    const { bytes, start, end, byte, line, endByte, endLine, innerLines } = this.window;
    const { header, columns, delimiter, encoding, file } = this.#dialect;
    const row: Omit<Row, 'values'> = { file, row: this.row, line, byte, endLine, endByte };
    if (end > this.#validUntil) {
      const text = bytes.subarray(start, end);
      if (!isUtf8(text)) {
        const fault = encodingInvalid(text, byte, encoding);
        this.#sink.row({ ...row, values: [], fault, raw: rawText(text) });
        return;
      }
    }
    if (header && isHeaderAt(bytes, start, end, header)) {
      this.#sink.row({ ...row, values: [], fault: isHeaderFault(), raw: rawText(header) });
      return;
    }
    if (this.#sink.known?.(bytes, start, end, innerLines)) return;
    this.window.takeApart();
    const { scanner } = this.window;
    const isBlank =
      isBlankRecord(this, columns) &&
      (!scanner.isOverfilled || areBlank(cellsOf(bytes.subarray(start, end), delimiter)));
    if (isBlank) {
      this.#sink.row({ ...row, ...blankRow(cellTexts(this), columns) });
      return;
    }
    this.#odd.add(scanner, columns);
    if (this.#watch && this.#watch.columns.size > 0) this.#look(this.#watch, line);
    // Written out: nearly all rows are such.
    const values = cellTexts(this);
    this.#sink.row({ file, row: this.row, line, byte, endLine, endByte, values }, this);
  }

  #look(watch: ValueWatch, line: number): void {
    for (const column of [...watch.columns])
      if (cellText(this, column).trim() !== '') watch.found(column, line);
  }

  faulty({ byte, line, endByte, endLine, start, end, cells, fault, raw }: FaultyFrame): void {
    this.row += 1;
    const text = this.bytes.subarray(start, end);
    const place: Omit<Row, 'values'> = {
      file: this.#dialect.file,
      row: this.row,
      line,
      byte,
      endLine,
      endByte,
    };
    if (cells > 0 && !isUtf8(text)) {
      const invalid = encodingInvalid(text, byte, this.#dialect.encoding);
      this.#sink.row({ ...place, values: [], fault: invalid, raw });
      return;
    }
    const { delimiter, columns } = this.#dialect;
    const values = cells > 0 ? cellsOf(text, delimiter) : [];
    const isNothing = fault.code === 'CSV.COLUMNS_MISMATCH' && areBlank(values);
    this.#sink.row(isNothing ? { ...place, ...blankRow(values, columns) } : { ...place, values, fault, raw });
  }
}

const [LF, CR, TAB, SPACE] = [0x0a, 0x0d, 0x09, 0x20];

/** The form of a row without any value, however many cells it has: left out, and counted as blank. */
export const blankRow = (cells: readonly string[], columns: number): Pick<Row, 'leftOut' | 'values'> => ({
  values: columns === 0 || cells.length === columns ? cells : new Array<string>(columns).fill(''),
  leftOut: 'blank',
});

/** True if no cell of a record has a value. */
function isBlankRecord({ bytes, starts, ends, forms }: RecordCells, columns: number): boolean {
  for (let cell = 0; cell < columns; cell++)
    if (forms[cell] !== EMPTY && !isBlankText(bytes, starts[cell] as number, ends[cell] as number))
      return false;
  return true;
}

function isBlankText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) if (bytes[at] !== SPACE && bytes[at] !== TAB) return false;
  return true;
}

/** The same for cells. */
export const areBlank = (cells: readonly string[]): boolean => cells.every((cell) => /^[ \t]*$/.test(cell));

/** True if a record is this header. */
const isHeaderAt = (bytes: Buffer, start: number, end: number, header: Buffer): boolean =>
  end - start === header.length && bytes.compare(header, 0, header.length, start, end) === 0;

/** True if any line of a text from `start` on is this header. */
function hasHeader(bytes: Buffer, start: number, header: Buffer): boolean {
  for (let at = bytes.indexOf(header, start); at >= 0; at = bytes.indexOf(header, at + 1)) {
    const after = bytes[at + header.length];
    const isFirst = at === start || bytes[at - 1] === LF || bytes[at - 1] === CR;
    if (isFirst && (after === undefined || after === LF || after === CR)) return true;
  }
  return false;
}

/** The fault of a row that is the header again. */
export const isHeaderFault = (): Problem => ({
  code: 'ROW.IS_HEADER',
  message: 'the row repeats the header of the file',
});
