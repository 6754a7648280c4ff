import { isUtf8 } from 'node:buffer';
import { jsonFaultOf } from '../../json/json-fault.ts';
import { memberCount, scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX, parsedJson } from '../../json/parse-json.ts';
import { JsonRecord } from '../../rows/json-record.ts';
import type { RowSink } from '../../rows/record.ts';
import type { Problem, Row, Values } from '../../rows/row.ts';
import { encodingInvalid, rawText, tooLarge } from '../row-fault.ts';
import type { RowParser } from '../row-parser.ts';
import { notObject } from './json-value.ts';
import { type FramedLine, LineFramer } from './line-framer.ts';

const OPEN = 0x7b;
const NO_VALUES: Values = Object.freeze({});

/** Parses the rows of a text with one JSON object on each line. */
export class NdjsonRows implements RowParser {
  readonly #framer: LineFramer;
  readonly #file: number;
  readonly #encoding: string;
  #row: number;
  #record: JsonRecord | undefined;

  /** @param from the position of the first bytes, and the number of rows before them */
  constructor(
    file: number,
    encoding: string,
    from: { readonly byte: number; readonly line: number; readonly row: number },
  ) {
    this.#framer = new LineFramer(from);
    this.#file = file;
    this.#encoding = encoding;
    this.#row = from.row;
  }

  push(bytes: Buffer, sink: RowSink): void {
    this.#rows(this.#framer.push(bytes), sink);
  }

  end(sink: RowSink): void {
    this.#rows(this.#framer.end(), sink);
  }

  #rows(lines: readonly FramedLine[], sink: RowSink): void {
    const first = lines[0];
    const last = lines.at(-1);
    if (first === undefined || last === undefined) return;
    const { bytes } = this.#framer;
    const allUtf8 = isUtf8(bytes.subarray(first.start, last.end));
    const record = sink.names && this.#recordFor(sink.names);
    for (const line of lines) {
      const { start, end, cut } = line;
      if (
        cut === undefined &&
        sink.known &&
        isObjectLine(bytes, start, end, allUtf8) &&
        sink.known(bytes, start, end, 0)
      ) {
        this.#row += 1;
        continue;
      }
      if (record && allUtf8 && cut === undefined && record.reads(bytes, line, this.#row + 1))
        if (sink.screen?.(record)) {
          this.#row += 1;
          continue;
        }
      const row = this.#read(line, bytes, allUtf8);
      if (row !== undefined) sink.row(row);
    }
  }

  #recordFor(names: readonly string[]): JsonRecord {
    this.#record ??= new JsonRecord(this.#file, names);
    return this.#record;
  }

  /** The row of a line; undefined for a line of blanks. */
  #read(line: FramedLine, bytes: Buffer, allUtf8: boolean): Row | undefined {
    const { start, end, cut } = line;
    if (cut !== undefined) return this.#faulty(line, tooLarge(), cut);
    if (!allUtf8) {
      const text = bytes.subarray(start, end);
      if (!isUtf8(text)) {
        return this.#faulty(line, encodingInvalid(text, line.byte, this.#encoding), rawText(text));
      }
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
    this.#row += 1;
    return { file: this.#file, row: this.#row, line, byte, endLine, endByte, values };
  }
}

function syntaxProblem(text: string): Problem {
  const found = jsonFaultOf(text);
  const code = 'NDJSON.SYNTAX_INVALID';
  if (found === undefined) return { code, message: 'the line is not JSON' };
  return { code, message: `${found.reason} in column ${found.column}`, column: found.column };
}

/** Whether a line may be a good row: a line that does not begin an object may be blank, and UTF-8 is required. */
function isObjectLine(bytes: Buffer, start: number, end: number, isAllUtf8: boolean): boolean {
  let at = start;
  while (at < end && (bytes[at] === 0x20 || bytes[at] === 0x09)) at++;
  return bytes[at] === OPEN && (isAllUtf8 || isUtf8(bytes.subarray(start, end)));
}
