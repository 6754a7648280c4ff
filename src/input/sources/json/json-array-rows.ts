import { isUtf8 } from 'node:buffer';
import { JsonScan, scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX } from '../../json/parse-json.ts';
import { JsonRecord, type Place } from '../../rows/json-record.ts';
import type { BlockScreen, Bounds, RowSink } from '../../rows/record.ts';
import type { Problem, ReadFrom, Row, Values } from '../../rows/row.ts';
import { type BlockReader, readBlock } from '../block-rows.ts';
import { PieceRoom } from '../bytes/piece-room.ts';
import { rawText, tooLarge } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import { ROW_BYTES_MAX } from '../source.ts';
import { isBlank, nextElement, trimmed } from './json-array-resync.ts';
import { placedFault, readJsonRow, syntaxFault } from './json-value.ts';

const LF = 0x0a;
const CR = 0x0d;
const NO_VALUES: Values = Object.freeze({});

/** An element that is too long to keep, while its rest is dropped. */
type Dropped = {
  readonly scan: JsonScan;
  readonly byte: number;
  readonly line: number;
  readonly raw: string;
};

/**
 * Parses the rows of one JSON array of objects. The text between the elements is not checked: an extra or missing comma
 * loses no row. Keeps at most one row of the maximum length and one piece in memory.
 */
export class JsonArrayRows implements RowParser {
  #bytes: Buffer = Buffer.alloc(0);
  readonly #file: number;
  readonly #encoding: string;
  #base: number;
  #at = 0;
  #line: number;
  #row: number;
  /**
   * The start of the line of `#at`; undefined if it is before the first byte given or before the end of the last row.
   */
  #lineStart: number | undefined;
  #dropped: Dropped | undefined;
  readonly #elements: RecordElements;
  /** True if the array has ended. */
  closed = false;

  /** @param from a position after the opening bracket or after an element */
  constructor(file: number, encoding: string, from: ReadFrom) {
    this.#file = file;
    this.#encoding = encoding;
    this.#base = from.byte;
    this.#line = from.line;
    this.#row = from.row;
    this.#elements = new RecordElements(file);
  }

  push(piece: Buffer, sink: RowSink): void {
    this.#elements.begin(sink);
    // The beginning of the line is kept for the column of a fault.
    const keep = Math.min(this.#at, this.#lineStart ?? this.#at);
    const kept = this.#at - keep > ROW_BYTES_MAX ? this.#at : keep;
    this.#base += kept;
    this.#at -= kept;
    if (this.#lineStart !== undefined)
      this.#lineStart = kept > this.#lineStart ? undefined : this.#lineStart - kept;
    this.#bytes = this.#elements.joined(this.#bytes.subarray(kept), piece, this.#at);
    if (this.#elements.screen && this.#elements.validUntil > 0)
      readBlock(this.#reader(sink), this.#elements.screen, this.#elements.validUntil);
    else this.#rows(sink, false);
  }

  end(sink: RowSink): void {
    this.#rows(sink, true);
    this.#elements.release();
  }

  #reader(sink: RowSink): BlockReader {
    return {
      bytes: this.#bytes,
      place: () => ({ at: this.#at, line: this.#line, byte: this.#base + this.#at, row: this.#row }),
      isCut: () => this.#dropped !== undefined,
      moveOver: (records, at, line) => {
        this.#row += records;
        this.#at = at;
        this.#line = line;
        this.#lineStart = undefined;
        this.closed = false;
      },
      readOne: () => this.#one(sink, false),
      readRest: () => this.#rows(sink, false),
    };
  }

  #rows(sink: RowSink, final: boolean): void {
    while (this.#one(sink, final));
  }

  /** Reads one element; false if it needs more bytes, or there is none. */
  #one(sink: RowSink, final: boolean): boolean {
    if (!this.#dropped) {
      if (!this.#skipBetween(final)) return false;
      this.closed = false;
    }
    const start = this.#at;
    const isSought = !this.#dropped && (sink.known ?? sink.screen) !== undefined;
    const end = isSought ? this.#elements.endOf(this.#bytes, start) : -1;
    if (end !== -1 && this.#isTaken(sink, start, end)) return true;
    const row = this.#dropped ? this.#drop(this.#dropped, final) : this.#next(final);
    if (row === undefined) return false;
    const isNew = row.fault || end !== -1 || !sink.known?.(this.#bytes, start, this.#at, 0);
    if (isNew) sink.row(row);
    return true;
  }

  /** True if somebody takes an element that is a record, so that no row is made of it. */
  #isTaken(sink: RowSink, start: number, end: number): boolean {
    const bytes = this.#bytes;
    const endLine = this.#line + linesIn(bytes, start, end);
    const byte = this.#base + start;
    const place = { start, end, line: this.#line, byte, endLine, endByte: this.#base + end };
    const isTaken = sink.known?.(bytes, start, end, 0) || this.#elements.isTaken(sink, place, this.#row + 1);
    if (!isTaken) return false;
    this.#row += 1;
    this.#line = endLine;
    this.#at = end;
    this.#lineStart = undefined;
    return true;
  }

  #next(final: boolean): Row | undefined {
    const bytes = this.#bytes;
    const start = this.#at;
    const over = bytes.length - start > ROW_BYTES_MAX;
    const bound = over ? start + ROW_BYTES_MAX + 1 : bytes.length;
    const scan = new JsonScan();
    const found = scan.run(bytes, start, bound);
    const end = found === -1 && final && !over && scan.isBare ? bound : found;
    if (end !== -1) return this.#element(start, end, scan.isBare ? undefined : scan);
    if (!over && !final) return undefined;
    const fault = faultIn(bytes, start, bound);
    const faultAt = fault && 'at' in fault && fault.at !== undefined ? start + fault.at : undefined;
    const cutOff = faultAt === undefined || faultAt >= bound;
    if (over && cutOff) return this.#beginDrop(start, final);
    const next = cutOff
      ? undefined
      : nextElement({ bytes, start, limit: bound, indent: this.#indent(start), faultAt });
    if (next === undefined && over) return this.#beginDrop(start, final);
    return this.#element(start, next === undefined ? bound : next, undefined, true);
  }

  /** Skips blanks, commas and the brackets of the array; false if no element has begun yet. */
  #skipBetween(final: boolean): boolean {
    const bytes = this.#bytes;
    for (; this.#at < bytes.length; this.#at += 1) {
      const byte = bytes[this.#at] as number;
      if (byte === CR) {
        // It may be half of a line end.
        if (this.#at + 1 === bytes.length && !final) return false;
        if (bytes[this.#at + 1] !== LF) this.#newLine();
      } else if (byte === LF) this.#newLine();
      else if (byte === 0x5d) this.closed = true;
      else if (byte === 0x5b && this.closed) this.closed = false;
      else if (byte !== 0x2c && !isBlank(byte)) return true;
    }
    return false;
  }

  #newLine(): void {
    this.#line += 1;
    this.#lineStart = this.#at + 1;
  }

  /**
   * @param scan of an element whose end was found
   * @param broken whether the element is known to be malformed, so that `end` is the start of the next one
   */
  #element(start: number, end: number, scan: JsonScan | undefined, broken = false): Row {
    const bytes = this.#bytes;
    const length = end - start;
    if (length > ROW_BYTES_MAX) return this.#take(start, end, NO_VALUES, tooLarge());
    const byte = this.#base + start;
    const read = readJsonRow(bytes, start, trimmed(bytes, start, end), byte, this.#encoding, scan);
    if ('values' in read) return this.#take(start, end, read.values);
    const indent = this.#indent(start);
    const next =
      broken || read.at === undefined || indent === undefined
        ? undefined
        : nextElement({ bytes, start, limit: end, indent, faultAt: undefined });
    const stop = trimmed(bytes, start, next ?? end);
    if (next !== undefined) {
      const part = readJsonRow(bytes, start, stop, this.#base + start, this.#encoding);
      if (!('values' in part)) return this.#take(start, stop, NO_VALUES, this.#placed(part, start));
    }
    return this.#take(start, stop, NO_VALUES, this.#placed(read, start));
  }

  #placed(read: Exclude<ReturnType<typeof readJsonRow>, { values: Values }>, start: number): Problem {
    const before = this.#lineStart === undefined ? undefined : this.#bytes.subarray(this.#lineStart, start);
    return placedFault(read, { line: this.#line, byte: this.#base + start, before });
  }

  /** The blanks before an element on its line; undefined if other text precedes it. */
  #indent(start: number): string | undefined {
    if (this.#lineStart === undefined) return undefined;
    const before = this.#bytes.toString('latin1', this.#lineStart, start);
    return /^[ \t]*$/.test(before) ? before : undefined;
  }

  #take(start: number, end: number, values: Values, fault?: Problem): Row {
    const { byte, line } = { byte: this.#base + start, line: this.#line };
    const raw = fault && rawText(this.#bytes.subarray(start, end));
    this.#line += linesIn(this.#bytes, start, end);
    this.#at = end;
    this.#lineStart = undefined;
    return this.#rowOf(byte, line, values, fault, raw);
  }

  #rowOf(byte: number, line: number, values: Values, fault?: Problem, raw = ''): Row {
    this.#row += 1;
    const endByte = this.#base + this.#at;
    const row = { file: this.#file, row: this.#row, line, byte, endLine: this.#line, endByte, values };
    return fault === undefined ? row : { ...row, fault, raw };
  }

  #beginDrop(start: number, final: boolean): Row | undefined {
    const raw = rawText(this.#bytes.subarray(start));
    this.#dropped = { scan: new JsonScan(), byte: this.#base + start, line: this.#line, raw };
    this.#lineStart = undefined;
    return this.#drop(this.#dropped, final);
  }

  #drop({ scan, byte, line, raw }: Dropped, final: boolean): Row | undefined {
    const bytes = this.#bytes;
    const end = scan.run(bytes, this.#at, bytes.length);
    // A carriage return at the end may be half of a line end.
    const stop = end !== -1 ? end : bytes.at(-1) === CR && !final ? bytes.length - 1 : bytes.length;
    this.#line += linesIn(bytes, this.#at, stop);
    this.#at = stop;
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

const OPEN = 0x7b;
const CLOSE = 0x7d;

/** The elements of an array that are records: objects that a sink can take without a row, as JsonRecord reads them. */
class RecordElements {
  /** Set if elements are screened in blocks. */
  screen: BlockScreen | undefined;
  /** The end of the bytes that a screen may read; 0 if it may read none of them. */
  validUntil = 0;
  #bytes: Buffer = Buffer.alloc(0);
  readonly #room = new PieceRoom();
  #record: JsonRecord | undefined;
  #hasBegun = false;
  readonly #file: number;

  constructor(file: number) {
    this.#file = file;
  }

  /** Call it before the first bytes are joined. */
  begin({ names, blocks }: RowSink): void {
    if (this.#hasBegun) return;
    this.#hasBegun = true;
    if (!names) return;
    this.#record = new JsonRecord(this.#file, names);
    const bounds = (start: number, end: number): Bounds => this.#bounds(start, end);
    if (blocks?.begins({ kind: 'array', bounds }, this.#file)) this.screen = blocks;
  }

  #bounds(start: number, end: number): Bounds {
    const record = this.#record as JsonRecord;
    record.reads(this.#bytes, { start, end, line: 0, byte: 0, endLine: 0, endByte: 0 }, 0);
    return record;
  }

  /**
   * The next bytes to read, in the memory of the screen if there is one and they fit.
   * @param rest what is left of the bytes before
   * @param piece it may be overwritten afterwards, but in the memory of the screen not before the next one
   * @param at the index at which reading goes on
   */
  joined(rest: Buffer, piece: Buffer, at: number): Buffer {
    this.#bytes = this.#room.join(rest, piece, this.screen?.room, this.screen?.freeBefore(piece) ?? 0);
    // Checking many elements at once is faster than one by one. A bracket is never part of a character.
    const whole = this.#record ? this.#bytes.lastIndexOf(CLOSE) + 1 : 0;
    this.validUntil = whole > at && isUtf8(this.#bytes.subarray(at, whole)) ? whole : 0;
    return this.#bytes;
  }

  /** Gives the memory of the bytes back. */
  release(): void {
    this.#room.release(this.screen?.room);
  }

  /** The end of a record that begins at an index and is text; -1 if it is not certainly one. */
  endOf(bytes: Buffer, start: number): number {
    if (!this.#record || bytes[start] !== OPEN) return -1;
    const end = this.#record.endOf(bytes, start, Math.min(bytes.length, start + ROW_BYTES_MAX));
    return end <= this.validUntil || isUtf8(bytes.subarray(start, end)) ? end : -1;
  }

  /** True if the screen of a sink takes the record that was found last. */
  isTaken(sink: RowSink, place: Place, row: number): boolean {
    this.#record?.place(place, row);
    return this.#record !== undefined && sink.screen?.(this.#record) === true;
  }
}
