import type { ExpectedRecord, Place } from '../../rows/record.ts';
import type { Problem } from '../../rows/row.ts';
import { PieceWindow } from '../bytes/piece-window.ts';
import { columnAfter, rawText, tooLarge } from '../row-fault.ts';
import { ROW_BYTES_MAX, type RowWidth } from '../source.ts';
import type { DroppedRecord, FaultyFrame, FrameSink } from './csv-bounds.ts';
import {
  CsvScanner,
  isUndecided,
  lineEndAt,
  lineEndIn,
  type ScanEnd,
  type SearchWindow,
} from './csv-scan.ts';
import { isOfWidth } from './csv-width.ts';

type Misquoted = Exclude<ScanEnd, 'record' | 'unended'>;

/**
 * Finds the records of a CSV text that comes in pieces of any size. After a fault it continues at the next physical
 * line, so that a bad record never loses a good one. Keeps at most two rows of the maximum length and one piece.
 */
export class CsvFramer extends PieceWindow implements Place {
  /** The bounds of the current record. */
  byte = 0;
  line = 0;
  endByte = 0;
  endLine = 0;
  start = 0;
  end = 0;
  innerLines = 0;
  readonly scanner: CsvScanner;
  readonly #columns: number;
  readonly #width: RowWidth;
  /** True if the scanner has the cells of the current record. */
  #isApart = true;
  /** Set while the rest of a line is dropped. */
  #dropping: DroppedRecord | undefined;

  /**
   * @param columns cells that a record must have; 0 accepts any number
   * @param from the byte and line at which the first piece begins
   * @param width the records with another number of cells to accept
   */
  constructor(
    delimiter: string,
    columns: number,
    from: { readonly byte: number; readonly line: number },
    width: RowWidth = 'strict',
  ) {
    super(from);
    this.scanner = new CsvScanner(delimiter, columns);
    this.#columns = columns;
    this.#width = width;
  }

  /** True if the place is inside a record whose rest is dropped. */
  get isDropping(): boolean {
    return this.#dropping !== undefined;
  }

  /** Passes the complete records to a sink; at the end of the text (`final`), all that are left. */
  take(sink: FrameSink, final: boolean): void {
    do if (this.#dropping === undefined) this.#takeGood(sink, final);
    while (this.takeOne(sink, final));
  }

  /** Passes one record to a sink; false if there is no complete one. */
  takeOne(sink: FrameSink, final: boolean): boolean {
    const frame = this.#dropping === undefined ? this.#next(sink, final) : this.#drop(this.#dropping, final);
    if (frame !== undefined && frame !== 'good') sink.faulty(frame);
    return frame !== undefined;
  }

  /** Reads good records one after the other. A separate loop, because this case decides how fast a file is read. */
  #takeGood(sink: FrameSink, final: boolean): void {
    const { scanner, bytes } = this;
    const columns = this.#columns;
    const bound = Math.min(bytes.length, this.at + ROW_BYTES_MAX);
    const last = final && bound === bytes.length;
    const { expected } = sink;
    for (;;) {
      const start = this.at;
      if (expected && this.#isExpected(expected, start, bound)) {
        sink.good();
        continue;
      }
      if (start >= bound || scanner.scan(bytes, start, bound, last) !== 'record') return;
      if (scanner.end > start) {
        if (columns !== 0 && scanner.cells !== columns && (scanner.innerLines > 0 || !this.#isFitting()))
          return;
        this.#place(start, scanner.end, scanner.next, scanner.innerLines);
        sink.good();
      } else {
        this.at = scanner.next;
        this.atLine += 1;
      }
    }
  }

  /**
   * True if the expected record comes next. The same bytes were a complete record before, outside of quotes, so with a
   * line end after them they are one record here as well.
   */
  #isExpected(expected: ExpectedRecord, start: number, bound: number): boolean {
    const end = start + expected.length;
    if (end === start) return false;
    const next = lineEndAt(this.bytes, end, bound);
    if (next === -1 || !expected.is(this.bytes, start, end)) return false;
    if (expected.innerLines > 0 && this.#width !== 'strict' && !this.#isWhole(start, end)) return false;
    this.#place(start, end, next, expected.innerLines);
    this.#isApart = false;
    return true;
  }

  /** True if a record of several lines has a cell for each column. What another one is, depends on what comes after it. */
  #isWhole(start: number, end: number): boolean {
    this.scanner.scan(this.bytes, start, end, true);
    return this.#columns === 0 || this.scanner.cells === this.#columns;
  }

  /** Finds the cells of the current good record, if its end was found without them. */
  takeApart(): void {
    if (this.#isApart) return;
    this.scanner.scan(this.bytes, this.start, this.end, true);
    this.#isApart = true;
  }

  /** The next record; undefined if more bytes are needed. */
  #next(sink: FrameSink, final: boolean): FaultyFrame | 'good' | undefined {
    const scanner = this.scanner;
    while (this.at < this.bytes.length) {
      const start = this.at;
      const view = this.#view(start, final);
      const how = scanner.scan(this.bytes, start, view.bound, view.last);
      if (isUndecided(how, view)) return undefined;
      if (how === 'unended') return this.#begin(start, tooLarge());
      if (how !== 'record') return this.#misquoted(how, start, view, final);
      if (scanner.end - start > ROW_BYTES_MAX)
        return this.#take(start, scanner.end, scanner.next, scanner.innerLines, 0, tooLarge());
      if (scanner.end > start) {
        if (this.#columns !== 0 && scanner.cells !== this.#columns)
          return this.#mismatch(start, view, sink, final);
        this.#place(start, scanner.end, scanner.next, scanner.innerLines);
        sink.good();
        return 'good';
      }
      this.at = scanner.next;
      this.atLine += 1;
    }
    return undefined;
  }

  #view(start: number, final: boolean): SearchWindow {
    const over = this.bytes.length - start >= ROW_BYTES_MAX + 2;
    const bound = over ? start + ROW_BYTES_MAX + 2 : this.bytes.length;
    return { bound, last: final && !over, over };
  }

  /** True if the record that was scanned has as many cells as the header, or another number that is accepted. */
  #isFitting(): boolean {
    return isOfWidth(this.#width, this.scanner, this.#columns);
  }

  #mismatch(
    start: number,
    view: SearchWindow,
    sink: FrameSink,
    final: boolean,
  ): FaultyFrame | 'good' | undefined {
    const { end, next, cells, innerLines, spanAt } = this.scanner;
    const isFitting = this.#isFitting();
    const swallowed = innerLines === 0 ? false : this.#goodLineIn(start, end, final);
    if (swallowed === undefined) return undefined;
    if (swallowed) return this.#swallowing(start, spanAt, view);
    if (!isFitting)
      return this.#take(start, end, next, innerLines, cells, columnsMismatch(cells, this.#columns));
    this.#place(start, end, next, innerLines);
    // The search for a swallowed record has moved the cells.
    this.#isApart = innerLines === 0;
    sink.good();
    return 'good';
  }

  #misquoted(how: Misquoted, start: number, view: SearchWindow, final: boolean): FaultyFrame | undefined {
    const { at, innerLines, spanAt } = this.scanner;
    const place = { bytes: this.bytes, start, line: this.atLine, at };
    if (how === 'unclosed') {
      const until = view.last ? 'before the end of the file' : `within ${ROW_BYTES_MAX} bytes`;
      return this.#faultyLine(start, view, quoteUnclosed(place, until));
    }
    const swallowed = innerLines === 0 ? false : this.#goodLineIn(start, at, final);
    if (swallowed === undefined) return undefined;
    if (swallowed) return this.#swallowing(start, spanAt, view);
    return this.#faultyLine(start, view, quoteStray(place, how));
  }

  /**
   * The fault of a malformed record over several lines, one of which begins a good record: its quote was never closed
   * and has swallowed rows. Only its first line is rejected.
   */
  #swallowing(start: number, at: number, view: SearchWindow): FaultyFrame | undefined {
    const place = { bytes: this.bytes, start, line: this.atLine, at };
    return this.#faultyLine(start, view, quoteUnclosed(place, 'before the next good row begins'));
  }

  /** True if a good record begins on a later line of a record; undefined if more bytes are needed to decide. */
  #goodLineIn(start: number, end: number, final: boolean): boolean | undefined {
    const scanner = this.scanner;
    const plain = this.#width === 'strict' ? 'strict' : 'trailing';
    let line = lineEndIn(this.bytes, start, end, true);
    while (line !== undefined && line.next < end) {
      const from = line.next;
      const view = this.#view(from, final);
      const how = scanner.scan(this.bytes, from, view.bound, view.last);
      if (isUndecided(how, view)) return undefined;
      const length = scanner.end - from;
      // Lines of a text have any number of cells: fewer, or more with values, are no evidence.
      const good = how === 'record' && isOfWidth(plain, scanner, this.#columns);
      if (good && length > 0 && length <= ROW_BYTES_MAX) return true;
      line = lineEndIn(this.bytes, from, end, true);
    }
    return false;
  }

  /** Rejects the physical line on which a record begins. */
  #faultyLine(start: number, view: SearchWindow, fault: Problem): FaultyFrame | undefined {
    const line = lineEndIn(this.bytes, start, view.bound, view.last);
    if (line !== undefined) return this.#take(start, line.end, line.next, 0, 0, fault);
    if (view.last) return this.#take(start, view.bound, view.bound, 0, 0, fault);
    if (!view.over) return undefined;
    return this.#begin(start, fault.code === 'CSV.QUOTE_UNCLOSED' ? tooLarge() : fault);
  }

  #take(
    start: number,
    end: number,
    next: number,
    innerLines: number,
    cells: number,
    fault: Problem,
  ): FaultyFrame {
    this.#place(start, end, next, innerLines);
    const { byte, line, endByte, endLine } = this;
    const raw = rawText(this.bytes.subarray(start, end));
    return { byte, line, endByte, endLine, start, end, cells, fault, raw };
  }

  /** Sets the bounds of the current record and continues after it. */
  #place(start: number, end: number, next: number, innerLines: number): void {
    this.start = start;
    this.end = end;
    this.innerLines = innerLines;
    this.#isApart = true;
    this.byte = this.base + start;
    this.line = this.atLine;
    this.atLine += innerLines + (next > end ? 1 : 0);
    this.endByte = this.base + next;
    this.endLine = this.atLine;
    this.at = next;
  }

  /** Begins to drop a line that is too long to be kept. */
  #begin(start: number, fault: Problem): FaultyFrame | undefined {
    const raw = rawText(this.bytes.subarray(start));
    this.#dropping = { byte: this.base + start, line: this.atLine, fault, raw };
    return this.#drop(this.#dropping, false);
  }

  #drop({ byte, line, fault, raw }: DroppedRecord, final: boolean): FaultyFrame | undefined {
    const length = this.bytes.length;
    const lineEnd = lineEndIn(this.bytes, this.at, length, final);
    if (lineEnd === undefined && !final) {
      // A carriage return may be half of a line end.
      this.at = this.bytes[length - 1] === 0x0d ? length - 1 : length;
      return undefined;
    }
    this.#dropping = undefined;
    this.at = lineEnd?.next ?? length;
    if (lineEnd !== undefined) this.atLine += 1;
    const endByte = this.base + this.at;
    return { byte, line, endByte, endLine: this.atLine, start: 0, end: 0, cells: 0, fault, raw };
  }
}

/** A position in a record: the record's first index and physical line, and the index of the position. */
type PlaceInRecord = {
  readonly bytes: Buffer;
  readonly start: number;
  readonly line: number;
  readonly at: number;
};

/**
 * The fault of a quote that opens and is not closed.
 * @param proof how this is known, as the end of a sentence
 */
function quoteUnclosed(place: PlaceInRecord, proof: string): Problem {
  const { shown, ...column } = shownPlace(place);
  return {
    code: 'CSV.QUOTE_UNCLOSED',
    message: `the quote that opens in ${shown} is not closed ${proof}`,
    ...column,
  };
}

/** The fault of a quote or text at a place where none is allowed. */
function quoteStray(place: PlaceInRecord, how: 'after-quote' | 'inner-quote'): Problem {
  const { shown, ...column } = shownPlace(place);
  const what = how === 'after-quote' ? 'text after a closing quote' : 'a quote inside a cell without quotes';
  return { code: 'CSV.QUOTE_STRAY', message: `${what} in ${shown}`, ...column };
}

/** The fault of a record with more or fewer cells than the header. */
export function columnsMismatch(cells: number, columns: number): Problem {
  const found = `${cells} ${cells === 1 ? 'cell' : 'cells'}`;
  return { code: 'CSV.COLUMNS_MISMATCH', message: `${found}, the header has ${columns}` };
}

/** A position in words. `column` is set only if the position is on the first line of the row. */
function shownPlace({ bytes, start, line, at }: PlaceInRecord): { shown: string; column?: number } {
  let from = start;
  let atLine = line;
  for (let end = lineEndIn(bytes, start, at, true); end; end = lineEndIn(bytes, from, at, true)) {
    from = end.next;
    atLine += 1;
  }
  const column = columnAfter(bytes.subarray(from, at));
  if (atLine === line) return { shown: `column ${column}`, column };
  return { shown: `column ${column} of line ${atLine}` };
}
