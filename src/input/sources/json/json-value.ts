import { isUtf8 } from 'node:buffer';
import { jsonFaultOf } from '../../json/json-fault.ts';
import { memberCount, scanJson } from '../../json/json-scan.ts';
import { DEPTH_MAX, parsedJson } from '../../json/parse-json.ts';
import type { Problem, Values } from '../../rows/row.ts';
import { encodingInvalid } from '../row-fault.ts';

/**
 * A row's object, or its problem; `at` is the position of a syntax error, in UTF-16 units from the start of the text.
 */
export type JsonRow =
  | { readonly values: Values }
  | { readonly problem: Problem; readonly at?: number; readonly text?: string };

/**
 * Reads the JSON of one row.
 * @param byte offset of the row in its file, for messages
 */
export function readJsonRow(
  bytes: Buffer,
  start: number,
  end: number,
  byte: number,
  encoding: string,
): JsonRow {
  const part = bytes.subarray(start, end);
  if (!isUtf8(part)) return { problem: encodingInvalid(part, byte, encoding) };
  const text = part.toString();
  const { depth, members, longNumber } = scanJson(bytes, start, end);
  if (depth > DEPTH_MAX)
    return { problem: { code: 'NDJSON.TOO_DEEP', message: `the row is nested ${depth} levels deep` } };
  const value = parsedJson(text, longNumber);
  if (value === undefined) return syntaxFault(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: notObject(value, 'row') };
  return memberCount(value) === members ? { values: value as Values } : syntaxFault(text);
}

/** The problem of a text that is not JSON, nested at most 64 levels. */
export function syntaxFault(text: string): JsonRow {
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
