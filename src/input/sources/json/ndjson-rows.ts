import { isUtf8 } from 'node:buffer';
import { jsonFaultOf } from '../../json/json-fault.ts';
import { memberCount, scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX, parsedJson } from '../../json/parse-json.ts';
import type { BlockScreen, RowSink } from '../../rows/record.ts';
import type { Problem, ReadFrom, Row, Values } from '../../rows/row.ts';
import { type BlockReader, readBlock } from '../block-rows.ts';
import { type FramedLine, LineFramer } from '../line-framer.ts';
import { encodingInvalid, rawText, tooLarge } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import { notObject } from './json-value.ts';

const OPEN = 0x7b;
const LF = 0x0a;
const NO_VALUES: Values = Object.freeze({});

/** Parses the rows of a text with one JSON object on each line. */
export class NdjsonRows implements RowParser, BlockReader {
  readonly window: LineFramer;
  readonly #file: number;
  readonly #encoding: string;
  row: number;
  #hasBegun = false;
  #sink: RowSink = { row: () => {} };
  /** Set if lines are screened in blocks. */
  #screen: BlockScreen | undefined;
  /** True if the bytes up to an index are UTF-8. */
  #isUtf8 = false;
  #validUntil = 0;

  /** @param from the position of the first bytes, and the number of rows before them */
  constructor(file: number, encoding: string, from: ReadFrom) {
    this.window = new LineFramer(from);
    this.#file = file;
    this.#encoding = encoding;
    this.row = from.row;
  }

  push(bytes: Buffer, sink: RowSink): void {
    if (!this.#hasBegun && sink.blocks?.begins({ kind: 'lines' }, this.#file)) this.#screen = sink.blocks;
    this.#hasBegun = true;
    this.#sink = sink;
    this.window.push(bytes, this.#screen?.room, this.#screen?.freeBefore(bytes));
    const { bytes: all, place } = this.window;
    const whole = all.lastIndexOf(LF) + 1;
    this.#isUtf8 = whole > 0 && (this.#screen?.isText(all, whole) ?? isUtf8(all.subarray(place.at, whole)));
    this.#validUntil = whole;
    if (this.#screen && this.#isUtf8) readBlock(this, this.#screen, whole);
    else this.readRest();
  }

  end(sink: RowSink): void {
    const last = this.window.end();
    this.#sink = sink;
    if (last) this.#line(last);
  }

  get isCut(): boolean {
    return this.window.isDropping;
  }

  readOne(): boolean {
    const line = this.window.next();
    if (line) this.#line(line);
    return line !== undefined;
  }

  readRest(): void {
    while (this.readOne());
  }

  #line(line: FramedLine): void {
    const sink = this.#sink;
    const { bytes } = this.window;
    const { start, end, cut } = line;
    const isText = cut === undefined && this.#isText(bytes, start, end);
    if (isText && sink.known && isObjectLine(bytes, start, end) && sink.known(bytes, start, end, 0)) {
      this.row += 1;
      return;
    }
    const row = this.#read(line, bytes, isText);
    if (row !== undefined) sink.row(row);
  }

  /** Checking many lines at once is faster than one by one. */
  #isText(bytes: Buffer, start: number, end: number): boolean {
    return (this.#isUtf8 && end <= this.#validUntil) || isUtf8(bytes.subarray(start, end));
  }

  /** The row of a line; undefined for a line of blanks. */
  #read(line: FramedLine, bytes: Buffer, isText: boolean): Row | undefined {
    const { start, end, cut } = line;
    if (cut !== undefined) return this.#faulty(line, tooLarge(), cut);
    if (!isText) {
      const text = bytes.subarray(start, end);
      return this.#faulty(line, encodingInvalid(text, line.byte, this.#encoding), rawText(text));
    }
    const text = bytes.toString('utf8', start, end);
    const { depth, members, longNumber } = scanJson(bytes, start, end);
    if (depth > DEPTH_MAX) {
      const message = `the row is nested ${depth} levels deep`;
      return this.#faulty(line, { code: 'NDJSON.TOO_DEEP', message }, text);
    }
    const value = parsedJson(text, longNumber);
    if (value === undefined) {
      return /^[ \t]*$/.test(text) ? undefined : this.#faulty(line, syntaxProblem(text), text);
    }
    if (typeof value !== 'object' || value === null || Array.isArray(value)) {
      return this.#faulty(line, notObject(value, 'line'), text);
    }
    if (memberCount(value) !== members) return this.#faulty(line, syntaxProblem(text), text);
    return this.#placed(line, value as Values);
  }

  #faulty(line: FramedLine, fault: Problem, text: string): Row {
    return { ...this.#placed(line, NO_VALUES), fault, raw: rawText(text) };
  }

  #placed({ byte, line, endByte, endLine }: FramedLine, values: Values): Row {
    this.row += 1;
    return { file: this.#file, row: this.row, line, byte, endLine, endByte, values };
  }
}

function syntaxProblem(text: string): Problem {
  const found = jsonFaultOf(text);
  const code = 'NDJSON.SYNTAX_INVALID';
  if (found === undefined) return { code, message: 'the line is not JSON' };
  return { code, message: `${found.reason} in column ${found.column}`, column: found.column };
}

/** True if a line may be a good row: a line that does not begin an object may be blank. */
function isObjectLine(bytes: Buffer, start: number, end: number): boolean {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return bytes[at] === OPEN;
}
