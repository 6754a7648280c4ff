import { isUtf8 } from 'node:buffer';
import { jsonFaultOf } from '../../json/json-fault.ts';
import { type JsonScan, memberCount, scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX, parsedJson } from '../../json/parse-json.ts';
import type { Problem, Values } from '../../rows/row.ts';
import { columnAfter, encodingInvalid } from '../row-fault.ts';

/**
 * A row's object, or its problem; `at` is the position of a syntax error, in UTF-16 units from the start of the text.
 */
export type JsonRow =
  | { readonly values: Values }
  | { readonly problem: Problem; readonly at?: number; readonly text?: string };

/** A value of a row, or what is wrong with its text. */
export type JsonValue = { readonly value: unknown } | Exclude<JsonRow, { readonly values: Values }>;

/**
 * Reads the JSON of one row, which must be an object.
 * @param byte offset of the row in its file, for messages
 */
export function readJsonRow(
  bytes: Buffer,
  start: number,
  end: number,
  byte: number,
  encoding: string,
  scan?: JsonScan,
): JsonRow {
  const read = readJsonValue(bytes, start, end, byte, encoding, scan);
  if (!('value' in read)) return read;
  const { value } = read;
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: notObject(value, 'row') };
  return { values: value as Values };
}

/**
 * Reads the JSON of one row.
 * @param byte offset of the row in its file, for messages
 * @param scan of these bytes, if they were scanned
 */
export function readJsonValue(
  bytes: Buffer,
  start: number,
  end: number,
  byte: number,
  encoding: string,
  scan?: JsonScan,
): JsonValue {
  const part = bytes.subarray(start, end);
  if (!isUtf8(part)) return { problem: encodingInvalid(part, byte, encoding) };
  const text = part.toString();
  const { depth, members, longNumber } = scan ?? scanJson(bytes, start, end);
  if (depth > DEPTH_MAX)
    return { problem: { code: 'NDJSON.TOO_DEEP', message: `the row is nested ${depth} levels deep` } };
  const value = parsedJson(text, longNumber);
  return value === undefined || memberCount(value) !== members ? syntaxFault(text) : { value };
}

/** The place at which a row begins. */
export type RowStart = {
  readonly line: number;
  readonly byte: number;
  /** The text of its line before it; undefined if that is no longer in memory. */
  readonly before: Buffer | undefined;
};

/** Adds the line and column to a syntax fault, or its byte if the column is not known. */
export function placedFault(
  { problem, at, text }: Exclude<JsonRow, { values: Values }>,
  start: RowStart,
): Problem {
  if (at === undefined || text === undefined) return problem;
  const before = text.slice(0, at);
  const lines = before.split(/\r\n|\n|\r/);
  const inLine = (lines.at(-1) ?? '').length;
  const { message } = problem;
  if (lines.length > 1)
    return {
      ...problem,
      message: `${message} in column ${inLine + 1} of line ${start.line + lines.length - 1}`,
    };
  if (start.before === undefined)
    return { ...problem, message: `${message} at byte ${start.byte + Buffer.byteLength(before)}` };
  const column = columnAfter(start.before) + inLine;
  return { ...problem, message: `${message} in column ${column}`, column };
}

/** The problem of a text that is not JSON, nested at most 64 levels. */
export function syntaxFault(text: string): Exclude<JsonRow, { readonly values: Values }> {
  const found = jsonFaultOf(text);
  const code = 'NDJSON.SYNTAX_INVALID';
  if (found === undefined) return { problem: { code, message: 'the row is not JSON' } };
  return {
    problem: { code, message: found.reason.replace('the end of the line', 'the end of the row') },
    at: found.column - 1,
    text,
  };
}

/** The problem of JSON that is not an object. */
export function notObject(value: unknown, what: 'line' | 'row'): Problem {
  const found = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  return { code: 'NDJSON.NOT_OBJECT', message: `the ${what} is ${found}, not an object`, value };
}
