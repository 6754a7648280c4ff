import { isUtf8 } from 'node:buffer';
import { scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX } from '../../json/parse-json.ts';
import type { BlockScreen, RowSink } from '../../rows/record.ts';
import type { Problem, ReadFrom, Row, Values } from '../../rows/row.ts';
import { type BlockReader, readBlock } from '../block-rows.ts';
import { PieceWindow } from '../bytes/piece-window.ts';
import { rawText, tooLarge } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import { ROW_BYTES_MAX } from '../source.ts';
import { isBlank, nextElement, trimmed } from './json-array-resync.ts';
import { JsonElementScan } from './json-element-scan.ts';
import { placedFault, readJsonRow, syntaxFault } from './json-value.ts';

const LF = 0x0a;
const CR = 0x0d;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const NO_VALUES: Values = Object.freeze({});

/** An element that is too long to keep, while its rest is dropped. */
type Dropped = {
  readonly scan: JsonElementScan;
  readonly byte: number;
  readonly line: number;
  readonly raw: string;
};

/**
 * Parses the rows of one JSON array of objects. The text between the elements is not checked: an extra or missing comma
 * loses no row. Keeps at most one row of the maximum length and one piece in memory.
 */
export class JsonArrayRows implements RowParser, BlockReader {
  readonly window: PieceWindow;
  readonly #file: number;
  readonly #encoding: string;
  row: number;
  /**
   * The start of the current line; undefined if it is before the first byte given or before the end of the last row.
   */
  #lineStart: number | undefined;
  #dropped: Dropped | undefined;
  #sink: RowSink = { row: () => {} };
  /** True if no bytes follow. */
  #isFinal = false;
  #hasBegun = false;
  /** Set if elements are screened in blocks. */
  #screen: BlockScreen | undefined;
  /** The bytes up to this index are known to be UTF-8. */
  #validUntil = 0;
  /** True if the array has ended. */
  closed = false;

  /** @param from a position after the opening bracket or after an element */
  constructor(file: number, encoding: string, from: ReadFrom) {
    this.#file = file;
    this.#encoding = encoding;
    this.window = new PieceWindow(from);
    this.row = from.row;
  }

  push(piece: Buffer, sink: RowSink): void {
    if (!this.#hasBegun && sink.blocks?.begins({ kind: 'array' }, this.#file)) this.#screen = sink.blocks;
    this.#hasBegun = true;
    this.#sink = sink;
    // The beginning of the line is kept for the column of a fault.
    const keep = Math.min(this.window.at, this.#lineStart ?? this.window.at);
    const kept = this.window.at - keep > ROW_BYTES_MAX ? this.window.at : keep;
    if (this.#lineStart !== undefined)
      this.#lineStart = kept > this.#lineStart ? undefined : this.#lineStart - kept;
    const screen = this.#screen;
    this.window.push(piece, screen?.room, screen?.freeBefore(piece), kept);
    // Checking many elements at once is faster than one by one. A bracket is never part of a character.
    const whole = (screen ?? sink.known) ? this.window.bytes.lastIndexOf(CLOSE) + 1 : 0;
    this.#validUntil =
      whole > this.window.at && isUtf8(this.window.bytes.subarray(this.window.at, whole)) ? whole : 0;
    if (screen && this.#validUntil > 0) readBlock(this, screen, this.#validUntil);
    else this.readRest();
  }

  end(sink: RowSink): void {
    this.#isFinal = true;
    this.#sink = sink;
    this.readRest();
    this.window.release(this.#screen?.room);
  }

  get isCut(): boolean {
    return this.#dropped !== undefined;
  }

  moved(): void {
    this.#lineStart = undefined;
    this.closed = false;
  }

  readRest(): void {
    while (this.readOne());
  }

  /** Reads one element; false if it needs more bytes, or there is none. */
  readOne(): boolean {
    const [sink, final] = [this.#sink, this.#isFinal];
    if (!this.#dropped) {
      if (!this.#skipBetween(final)) return false;
      this.closed = false;
    }
    const row = this.#dropped ? this.#drop(this.#dropped, final) : this.#next(sink, final);
    if (row === undefined) return false;
    if (row !== 'known') sink.row(row);
    return true;
  }

  /** True if somebody knows these bytes, which may be a good row, so that none is made of them. */
  #isKnown(sink: RowSink, start: number, end: number): boolean {
    const bytes = this.window.bytes;
    if (!sink.known || bytes[start] !== OPEN || end - start > ROW_BYTES_MAX) return false;
    const isText = end <= this.#validUntil || isUtf8(bytes.subarray(start, end));
    return isText && sink.known(bytes, start, end, 0);
  }

  #next(sink: RowSink, final: boolean): Row | 'known' | undefined {
    const bytes = this.window.bytes;
    const start = this.window.at;
    const over = bytes.length - start > ROW_BYTES_MAX;
    const bound = over ? start + ROW_BYTES_MAX + 1 : bytes.length;
    const scan = new JsonElementScan();
    const found = scan.run(bytes, start, bound);
    const end = found === -1 && final && !over && scan.isBare ? bound : found;
    if (end !== -1) {
      if (!this.#isKnown(sink, start, end)) return this.#element(start, end);
      this.row += 1;
      this.#moveTo(end);
      return 'known';
    }
    if (!over && !final) return undefined;
    const fault = faultIn(bytes, start, bound);
    const faultAt = fault && 'at' in fault && fault.at !== undefined ? start + fault.at : undefined;
    const cutOff = faultAt === undefined || faultAt >= bound;
    if (over && cutOff) return this.#beginDrop(start, final);
    const next = cutOff
      ? undefined
      : nextElement({ bytes, start, limit: bound, indent: this.#indent(start), faultAt });
    if (next === undefined && over) return this.#beginDrop(start, final);
    return this.#element(start, next === undefined ? bound : next, true);
  }

  /** Skips blanks, commas and the brackets of the array; false if no element has begun yet. */
  #skipBetween(final: boolean): boolean {
    const bytes = this.window.bytes;
    for (; this.window.at < bytes.length; this.window.at += 1) {
      const byte = bytes[this.window.at] as number;
      if (byte === CR) {
        // It may be half of a line end.
        if (this.window.at + 1 === bytes.length && !final) return false;
        if (bytes[this.window.at + 1] !== LF) this.#newLine();
      } else if (byte === LF) this.#newLine();
      else if (byte === 0x5d) this.closed = true;
      else if (byte === 0x5b && this.closed) this.closed = false;
      else if (byte !== 0x2c && !isBlank(byte)) return true;
    }
    return false;
  }

  #newLine(): void {
    this.window.atLine += 1;
    this.#lineStart = this.window.at + 1;
  }

  /** @param broken whether the element is known to be malformed, so that `end` is the start of the next one */
  #element(start: number, end: number, broken = false): Row {
    const bytes = this.window.bytes;
    const length = end - start;
    if (length > ROW_BYTES_MAX) return this.#take(start, end, NO_VALUES, tooLarge());
    const read = readJsonRow(
      bytes,
      start,
      trimmed(bytes, start, end),
      this.window.base + start,
      this.#encoding,
    );
    if ('values' in read) return this.#take(start, end, read.values);
    const indent = this.#indent(start);
    const next =
      broken || read.at === undefined || indent === undefined
        ? undefined
        : nextElement({ bytes, start, limit: end, indent, faultAt: undefined });
    const stop = trimmed(bytes, start, next ?? end);
    if (next !== undefined) {
      const part = readJsonRow(bytes, start, stop, this.window.base + start, this.#encoding);
      if (!('values' in part)) return this.#take(start, stop, NO_VALUES, this.#placed(part, start));
    }
    return this.#take(start, stop, NO_VALUES, this.#placed(read, start));
  }

  #placed(read: Exclude<ReturnType<typeof readJsonRow>, { values: Values }>, start: number): Problem {
    const before =
      this.#lineStart === undefined ? undefined : this.window.bytes.subarray(this.#lineStart, start);
    return placedFault(read, { line: this.window.atLine, byte: this.window.base + start, before });
  }

  /** The blanks before an element on its line; undefined if other text precedes it. */
  #indent(start: number): string | undefined {
    if (this.#lineStart === undefined) return undefined;
    const before = this.window.bytes.toString('latin1', this.#lineStart, start);
    return /^[ \t]*$/.test(before) ? before : undefined;
  }

  #take(start: number, end: number, values: Values, fault?: Problem): Row {
    const { byte, line } = { byte: this.window.base + start, line: this.window.atLine };
    const raw = fault && rawText(this.window.bytes.subarray(start, end));
    this.#moveTo(end);
    return this.#rowOf(byte, line, values, fault, raw);
  }

  #moveTo(end: number): void {
    this.window.atLine += linesIn(this.window.bytes, this.window.at, end);
    this.window.at = end;
    this.#lineStart = undefined;
  }

  #rowOf(byte: number, line: number, values: Values, fault?: Problem, raw = ''): Row {
    this.row += 1;
    const endByte = this.window.place.byte;
    const row = { file: this.#file, row: this.row, line, byte, endLine: this.window.atLine, endByte, values };
    return fault === undefined ? row : { ...row, fault, raw };
  }

  #beginDrop(start: number, final: boolean): Row | undefined {
    const raw = rawText(this.window.bytes.subarray(start));
    this.#dropped = {
      scan: new JsonElementScan(),
      byte: this.window.base + start,
      line: this.window.atLine,
      raw,
    };
    this.#lineStart = undefined;
    return this.#drop(this.#dropped, final);
  }

  #drop({ scan, byte, line, raw }: Dropped, final: boolean): Row | undefined {
    const bytes = this.window.bytes;
    const end = scan.run(bytes, this.window.at, bytes.length);
    // A carriage return at the end may be half of a line end.
    const stop = end !== -1 ? end : bytes.at(-1) === CR && !final ? bytes.length - 1 : bytes.length;
    this.window.atLine += linesIn(bytes, this.window.at, stop);
    this.window.at = stop;
    if (end === -1 && !final) return undefined;
    this.#dropped = undefined;
    return this.#rowOf(byte, line, NO_VALUES, tooLarge(), raw);
  }
}

/** The first fault before `bound` of an element that does not end there; offsets are bytes. */
function faultIn(bytes: Buffer, start: number, bound: number) {
  if (scanJson(bytes, start, bound).depth > DEPTH_MAX) return undefined;
  return syntaxFault(bytes.toString('latin1', start, bound));
}

/** Line ends (LF, CR LF, CR) that end before an index; a CR just before it counts. */
function linesIn(bytes: Buffer, from: number, to: number): number {
  let lines = 0;
  for (let at = from; at < to; at += 1)
    if (bytes[at] === LF || (bytes[at] === CR && bytes[at + 1] !== LF)) lines += 1;
  return lines;
}
