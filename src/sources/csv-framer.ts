import type { Problem } from '../row.ts';
import { ROW_BYTES_MAX } from '../source.ts';
import { columnsMismatch, quoteStray, quoteUnclosed } from './csv-faults.ts';
import { CsvScanner, lineEndIn, type ScanEnd } from './csv-scan.ts';
import { rawText, tooLarge } from './row-fault.ts';

/** One record of a CSV text: where it stands, and what is wrong with it. */
export type Frame = {
  readonly byte: number;
  readonly line: number;
  /** Byte and physical line just past the record and its line end. */
  readonly endByte: number;
  readonly endLine: number;
  /** The record's text in the framer's `bytes`, until the next push. */
  readonly start: number;
  readonly end: number;
  /** Cells found; 0 where the record cannot be taken apart. */
  readonly cells: number;
  readonly fault?: Problem;
  /** Beside a fault. */
  readonly raw?: string;
};

type Misquoted = Exclude<ScanEnd, 'record' | 'unended'>;

/** What is known of a record before its end was reached. */
type Begun = { readonly byte: number; readonly line: number; readonly fault: Problem; readonly raw: string };

/** How far a scan may look: up to a bound, where either the text ends or a row has become too long or bytes lack. */
type View = { readonly bound: number; readonly last: boolean; readonly over: boolean };

/**
 * Finds the records of a CSV text that comes in pieces of any size. After a fault it goes on at the next physical line,
 * so that one bad record costs no good one. Holds at most two rows of the longest kind and one piece.
 */
export class CsvFramer {
  /** What the indices of the frames refer to. */
  bytes: Buffer = Buffer.alloc(0);
  readonly #scanner: CsvScanner;
  readonly #columns: number;
  /** Offset of `bytes` in the text. */
  #base: number;
  #at = 0;
  #line: number;
  /** Set while the rest of a line is dropped. */
  #dropping: Begun | undefined;

  /**
   * @param columns cells that a record must have; 0 takes any number
   * @param from the byte and line with which the first piece begins
   */
  constructor(delimiter: string, columns: number, from: { readonly byte: number; readonly line: number }) {
    this.#scanner = new CsvScanner(delimiter);
    this.#columns = columns;
    this.#base = from.byte;
    this.#line = from.line;
  }

  /** Takes the next piece and gives the records that are complete with it. */
  push(piece: Buffer): readonly Frame[] {
    const rest = this.bytes.subarray(this.#at);
    this.#base += this.#at;
    this.#at = 0;
    this.bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece]);
    return this.#frames(false);
  }

  /** Gives the records that are left at the end of the text. */
  end(): readonly Frame[] {
    return this.#frames(true);
  }

  #frames(final: boolean): readonly Frame[] {
    const frames: Frame[] = [];
    for (;;) {
      const frame = this.#dropping === undefined ? this.#next(final) : this.#drop(this.#dropping, final);
      if (frame === undefined) return frames;
      frames.push(frame);
    }
  }

  /** The next record; undefined where more bytes are needed. */
  #next(final: boolean): Frame | undefined {
    const scanner = this.#scanner;
    while (this.#at < this.bytes.length) {
      const start = this.#at;
      const view = this.#view(start, final);
      const how = scanner.scan(this.bytes, start, view.bound, view.last);
      if (isUndecided(how, view)) return undefined;
      if (how === 'unended') return this.#begin(start, tooLarge());
      if (how !== 'record') return this.#misquoted(how, start, view, final);
      if (scanner.end - start > ROW_BYTES_MAX) return this.#record(start, tooLarge());
      if (scanner.end > start) {
        const counted = this.#columns === 0 || scanner.cells === this.#columns;
        return counted ? this.#record(start, undefined) : this.#mismatch(start, view, final);
      }
      this.#at = scanner.next;
      this.#line += 1;
    }
    return undefined;
  }

  #view(start: number, final: boolean): View {
    const over = this.bytes.length - start >= ROW_BYTES_MAX + 2;
    const bound = over ? start + ROW_BYTES_MAX + 2 : this.bytes.length;
    return { bound, last: final && !over, over };
  }

  /** The record that the scanner has just found. */
  #record(start: number, fault: Problem | undefined): Frame {
    const { end, next, innerLines } = this.#scanner;
    const cells = fault === undefined || fault.code === 'CSV.COLUMNS_MISMATCH' ? this.#scanner.cells : 0;
    return this.#take(start, end, next, innerLines, cells, fault);
  }

  #mismatch(start: number, view: View, final: boolean): Frame | undefined {
    const { end, next, cells, innerLines, spanAt } = this.#scanner;
    const swallowed = innerLines === 0 ? false : this.#goodLineIn(start, end, final);
    if (swallowed === undefined) return undefined;
    if (swallowed) return this.#swallowing(start, spanAt, view);
    return this.#take(start, end, next, innerLines, cells, columnsMismatch(cells, this.#columns));
  }

  #misquoted(how: Misquoted, start: number, view: View, final: boolean): Frame | undefined {
    const { at, innerLines, spanAt } = this.#scanner;
    const place = { bytes: this.bytes, start, line: this.#line, at };
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
   * A record that goes wrong over several lines, one of which begins a good record: its quote was never closed and has
   * swallowed rows. Only its first line is given up.
   */
  #swallowing(start: number, at: number, view: View): Frame | undefined {
    const place = { bytes: this.bytes, start, line: this.#line, at };
    return this.#faultyLine(start, view, quoteUnclosed(place, 'before the next good row begins'));
  }

  /** Whether a good record begins on a later line of a record; undefined where more bytes are needed to tell. */
  #goodLineIn(start: number, end: number, final: boolean): boolean | undefined {
    const scanner = this.#scanner;
    let line = lineEndIn(this.bytes, start, end, true);
    while (line !== undefined && line.next < end) {
      const from = line.next;
      const view = this.#view(from, final);
      const how = scanner.scan(this.bytes, from, view.bound, view.last);
      if (isUndecided(how, view)) return undefined;
      const length = scanner.end - from;
      const good = how === 'record' && scanner.cells === this.#columns;
      if (good && length > 0 && length <= ROW_BYTES_MAX) return true;
      line = lineEndIn(this.bytes, from, end, true);
    }
    return false;
  }

  /** Gives up the physical line on which a record begins. */
  #faultyLine(start: number, view: View, fault: Problem): Frame | undefined {
    const line = lineEndIn(this.bytes, start, view.bound, view.last);
    if (line !== undefined) return this.#take(start, line.end, line.next, 0, 0, fault);
    if (view.last) return this.#take(start, view.bound, view.bound, 0, 0, fault);
    if (!view.over) return undefined;
    return this.#begin(start, fault.code === 'CSV.QUOTE_UNCLOSED' ? tooLarge() : fault);
  }

  #take(start: number, end: number, next: number, innerLines: number, cells: number, fault?: Problem): Frame {
    const line = this.#line;
    this.#line += innerLines + (next > end ? 1 : 0);
    this.#at = next;
    const place = {
      byte: this.#base + start,
      line,
      endByte: this.#base + next,
      endLine: this.#line,
      start,
      end,
      cells,
    };
    return fault === undefined ? place : { ...place, fault, raw: rawText(this.bytes.subarray(start, end)) };
  }

  /** Begins to drop a line that is too long to be kept. */
  #begin(start: number, fault: Problem): Frame | undefined {
    const raw = rawText(this.bytes.subarray(start));
    this.#dropping = { byte: this.#base + start, line: this.#line, fault, raw };
    return this.#drop(this.#dropping, false);
  }

  #drop({ byte, line, fault, raw }: Begun, final: boolean): Frame | undefined {
    const length = this.bytes.length;
    const lineEnd = lineEndIn(this.bytes, this.#at, length, final);
    if (lineEnd === undefined && !final) {
      // A carriage return may be half of a line end.
      this.#at = this.bytes[length - 1] === 0x0d ? length - 1 : length;
      return undefined;
    }
    this.#dropping = undefined;
    this.#at = lineEnd?.next ?? length;
    if (lineEnd !== undefined) this.#line += 1;
    const endByte = this.#base + this.#at;
    return { byte, line, endByte, endLine: this.#line, start: 0, end: 0, cells: 0, fault, raw };
  }
}

/** Whether the bytes at hand do not tell yet how a record ends. */
function isUndecided(how: ScanEnd, { last, over }: View): boolean {
  return (how === 'unended' && !over) || (how === 'unclosed' && !over && !last);
}
