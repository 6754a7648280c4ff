import { isUtf8 } from 'node:buffer';
import { isDeepStrictEqual } from 'node:util';
import { type Parser, parse } from 'csv-parse';
import type { RowSink } from '../../rows/record.ts';
import type { Problem, ReadFrom, Row } from '../../rows/row.ts';
import { encodingInvalid, rawText, tooLarge } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import { ROW_BYTES_MAX, type RowWidth, type SourceOptions } from '../source.ts';
import type { Dialect } from './csv-dialect.ts';
import { columnsMismatch } from './csv-framer.ts';
import { areBlank, blankRow, isHeaderFault, type ValueWatch } from './csv-rows.ts';
import { lineEndIn } from './csv-scan.ts';
import type { TextPlace } from './csv-start.ts';
import { isOfWidth, OddRows } from './csv-width.ts';

/**
 * Properties that all rows of one file in a dialect share; `columns` is the number of cells of every row, 0 for any
 * number.
 */
export type DialectFile = {
  readonly dialect: Dialect;
  readonly columns: number;
  readonly encoding: string;
  /** The file's index in its step. */
  readonly file: number;
  /** The cells of the header, if the file has one. */
  readonly header?: readonly string[] | undefined;
  /** @default strict */
  readonly width?: RowWidth;
  /** Gets the numbers of accepted rows with another number of cells, at the end. */
  readonly warn?: SourceOptions['warn'];
};

const BLANK = [0x20, 0x09, 0x0b, 0x0c];

/**
 * Parses the rows of a CSV text in a dialect that RFC 4180 does not have. csv-parse finds the records; after a fault, the
 * line on which the record begins is refused, and the next line begins a new record. Keeps at most one row of the
 * maximum length and two pieces in memory.
 */
export class DialectRows implements RowParser {
  readonly #of: DialectFile;
  readonly #comment: Buffer;
  readonly #watch: ValueWatch | undefined;
  readonly #odd = new OddRows();
  /** The text from `#base` on; what is before `#at` has become rows. */
  #bytes: Buffer = Buffer.alloc(0);
  #base: number;
  #at = 0;
  /** The number of bytes of `#bytes` that the parser has. */
  #given = 0;
  #line: number;
  #row: number;
  #parser: ParsedRecords | undefined;
  /** The offset in the text at which the parser began. */
  #parserBase = 0;
  /** The fault of the line that begins at `#at`, until its end is known. */
  #fault: Problem | undefined;
  /** The place and text of a line that is too long to be kept, while its rest is dropped. */
  #dropped: (TextPlace & { readonly raw: string }) | undefined;
  /** True if the rest of a comment is left out. */
  #inComment = false;

  /** @param from the position of the first bytes, and the number of rows before them */
  constructor(of: DialectFile, from: ReadFrom, watch?: ValueWatch) {
    this.#of = of;
    this.#comment = Buffer.from(of.dialect.comment ?? '');
    this.#watch = watch;
    this.#base = from.byte;
    this.#line = from.line;
    this.#row = from.row;
  }

  push(piece: Buffer, sink: RowSink): void {
    if (this.#leavesOut(piece)) return;
    this.#bytes = Buffer.concat([this.#bytes.subarray(this.#at), piece]);
    this.#base += this.#at;
    this.#given -= this.#at;
    this.#at = 0;
    while (this.#continues(sink, false));
  }

  /** Leaves out a piece that is only a part of a dropped line, without a copy of it. */
  #leavesOut(piece: Buffer): boolean {
    const isRest = (this.#dropped || this.#inComment) && this.#at === this.#bytes.length;
    if (!isRest || piece.includes(0x0a) || piece.includes(0x0d)) return false;
    this.#base += this.#at + piece.length;
    this.#parserBase += piece.length;
    this.#bytes = Buffer.alloc(0);
    this.#at = 0;
    this.#given = 0;
    return true;
  }

  end(sink: RowSink): void {
    while (this.#continues(sink, true));
    this.#odd.tell(this.#of.warn);
  }

  /** Takes the records up to the next fault; false if there is nothing more to do without further bytes. */
  #continues(sink: RowSink, final: boolean): boolean {
    if (this.#fault) return this.#refuseLine(this.#fault, sink, final);
    this.#parser ??= this.#begin();
    const parser = this.#parser;
    const found = [
      ...parser.push(this.#bytes.subarray(this.#given)),
      ...(final && !parser.fault ? parser.end() : []),
    ];
    this.#given = this.#bytes.length;
    for (const record of found) if (!this.#take(record, sink)) return true;
    this.#skipLines(final);
    this.#fault = this.#faultHere(parser, final);
    return this.#fault !== undefined;
  }

  #begin(): ParsedRecords {
    this.#parserBase = this.#base + this.#at;
    this.#given = this.#at;
    return new ParsedRecords(this.#of.dialect);
  }

  /** The fault of the record that begins here. */
  #faultHere(parser: ParsedRecords, final: boolean): Problem | undefined {
    const rest = this.#bytes.length - this.#at;
    const code = parser.fault;
    if (code !== undefined && code !== 'CSV_MAX_RECORD_SIZE') return strayQuote(code);
    if (code === undefined && (final ? rest === 0 : rest <= ROW_BYTES_MAX)) return undefined;
    const line = lineEndIn(this.#bytes, this.#at, this.#bytes.length, final);
    const isLong = line ? line.end - this.#at > ROW_BYTES_MAX : rest > ROW_BYTES_MAX;
    if (isLong) return tooLarge();
    const until =
      final && code === undefined ? 'before the end of the file' : `within ${ROW_BYTES_MAX} bytes`;
    return { code: 'CSV.QUOTE_UNCLOSED', message: `a quote of the row is not closed ${until}` };
  }

  /** Passes on a record; false if it is too long, so that its lines are read again. */
  #take({ cells, end }: ParsedRecord, sink: RowSink): boolean {
    this.#skipLines(true);
    const start = this.#at;
    const stop = Math.min(this.#parserBase + end - this.#base, this.#bytes.length);
    if (withoutLineEnd(this.#bytes.subarray(start, stop)).length > ROW_BYTES_MAX) {
      this.#fault = tooLarge();
      return false;
    }
    const { file, columns, encoding, header, width = 'strict' } = this.#of;
    const text = withoutLineEnd(this.#bytes.subarray(start, stop));
    const place = this.#passed(stop);
    const row = { file, row: this.#row, ...place };
    const isOverfilled = cells.slice(columns).some((cell) => cell !== '');
    const count = { cells: cells.length, isOverfilled };
    if (!isUtf8(text)) {
      const fault = encodingInvalid(text, place.byte, encoding);
      sink.row({ ...row, values: [], fault, raw: rawText(text) });
    } else if (areBlank(cells)) sink.row({ ...row, ...blankRow(cells, columns) });
    else if (header && isDeepStrictEqual(cells, header))
      sink.row({ ...row, values: cells, fault: isHeaderFault(), raw: rawText(text) });
    else if (columns !== 0 && !isOfWidth(width, count, columns)) {
      const fault = columnsMismatch(cells.length, columns);
      sink.row({ ...row, values: cells, fault, raw: rawText(text) });
    } else {
      this.#look(cells, place.line);
      this.#odd.add(count, columns);
      const values = columns === 0 ? cells : Array.from({ length: columns }, (_, at) => cells[at] ?? '');
      sink.row({ ...row, values });
    }
    return true;
  }

  #look(cells: readonly string[], line: number): void {
    for (const column of [...(this.#watch?.columns ?? [])])
      if ((cells[column] ?? '').trim() !== '') this.#watch?.found(column, line);
  }

  /** Counts a row up to an index and returns its place. */
  #passed(stop: number): Pick<Row, 'byte' | 'line' | 'endByte' | 'endLine'> {
    const byte = this.#base + this.#at;
    const line = this.#line;
    this.#moveTo(stop);
    this.#row += 1;
    return { byte, line, endByte: this.#base + stop, endLine: this.#line };
  }

  #moveTo(stop: number): void {
    for (let end = lineEndIn(this.#bytes, this.#at, stop, true); end; ) {
      this.#line += 1;
      end = lineEndIn(this.#bytes, end.next, stop, true);
    }
    this.#at = stop;
  }

  /** Refuses the line that begins here; false if its end is not known yet. */
  #refuseLine(fault: Problem, sink: RowSink, final: boolean): boolean {
    this.#parser = undefined;
    const { length } = this.#bytes;
    const { file } = this.#of;
    const end = lineEndIn(this.#bytes, this.#at, length, final);
    if (!end && !final && length - this.#at <= ROW_BYTES_MAX && !this.#dropped) return false;
    const raw = rawText(this.#bytes.subarray(this.#at, end?.end ?? length));
    this.#dropped ??= { byte: this.#base + this.#at, line: this.#line, raw };
    if (!end && !final) {
      // A carriage return may be half of a line end.
      this.#at = this.#bytes[length - 1] === 0x0d ? length - 1 : length;
      return false;
    }
    const { byte, line } = this.#dropped;
    const { endByte, endLine } = this.#passed(end?.next ?? length);
    const row = { file, row: this.#row, byte, line, endByte, endLine, values: [], fault };
    sink.row({ ...row, raw: this.#dropped.raw });
    this.#dropped = undefined;
    this.#fault = undefined;
    return true;
  }

  /** Moves past the empty lines and comments that csv-parse leaves out. */
  #skipLines(final: boolean): void {
    for (;;) {
      const end = lineEndIn(this.#bytes, this.#at, this.#bytes.length, final);
      const stop = end?.end ?? this.#bytes.length;
      if (!this.#inComment && !this.#isLeftOut(stop, end !== undefined || final)) return;
      this.#inComment = end === undefined;
      if (end) this.#moveTo(end.next);
      else this.#at = this.#bytes[stop - 1] === 0x0d && !final ? stop - 1 : stop;
      if (!end) return;
    }
  }

  /** @param isWhole whether the line from `#at` to `stop` is known to its end */
  #isLeftOut(stop: number, isWhole: boolean): boolean {
    let at = this.#at;
    if (this.#of.dialect.trim) while (at < stop && BLANK.includes(this.#bytes[at] as number)) at += 1;
    if (at === stop) return isWhole;
    const { length } = this.#comment;
    return length > 0 && this.#bytes.subarray(at, at + length).equals(this.#comment);
  }
}

function strayQuote(code: string): Problem {
  const inner = code === 'INVALID_OPENING_QUOTE';
  const message = inner
    ? 'a quote inside a cell without quotes'
    : 'text after a closing quote, which is neither the delimiter nor the end of the line';
  return { code: 'CSV.QUOTE_STRAY', message };
}

function withoutLineEnd(record: Buffer): Buffer {
  const { length } = record;
  const last = record[length - 1];
  if (last === 0x0d) return record.subarray(0, length - 1);
  if (last !== 0x0a) return record;
  return record.subarray(0, record[length - 2] === 0x0d ? length - 2 : length - 1);
}

/** A record that csv-parse found. */
type ParsedRecord = {
  readonly cells: string[];
  /** Bytes from the beginning of the text to the end of the record and its line end. */
  readonly end: number;
};

/** More line ends than csv-parse looks ahead; it skips empty lines. */
const PADDING = Buffer.from('\n'.repeat(128));

/** csv-parse as a parser of pieces that answers at once. After a fault it reads no more: a new one must be made. */
class ParsedRecords {
  readonly #parser: Parser;
  #found: ParsedRecord[] = [];

  constructor({ comment = '', ...dialect }: Dialect) {
    this.#parser = parse({
      ...dialect,
      ...(comment === '' ? {} : { comment, comment_no_infix: true }),
      encoding: 'utf8',
      // Beyond the limit of a row, which is exact: this one counts cells alone.
      max_record_size: ROW_BYTES_MAX + 1,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      skip_empty_lines: true,
      on_record: (cells: string[], { bytes }) => {
        this.#found.push({ cells, end: bytes });
        return null;
      },
    });
    // The fault is read from `errored`.
    this.#parser.on('error', () => {});
  }

  /**
   * Parses a piece, which must not be overwritten afterwards.
   * @returns the records that are complete now
   */
  push(piece: Buffer): readonly ParsedRecord[] {
    // The parser takes a piece before `write` returns, because it passes on no record.
    if (piece.length > 0 && !this.#parser.errored) this.#parser.write(piece);
    const found = this.#found;
    this.#found = [];
    return found;
  }

  /** Ends the text: completes a record that has no line end. */
  end(): readonly ParsedRecord[] {
    return this.push(PADDING);
  }

  /** The code of the fault that ended the parser. */
  get fault(): string | undefined {
    const error = this.#parser.errored;
    if (!error) return undefined;
    return 'code' in error ? String(error.code) : error.message;
  }
}
