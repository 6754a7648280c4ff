import { isUtf8 } from 'node:buffer';
import type { Problem, Values } from '../row.ts';
import { jsonFaultOf } from './json-fault.ts';
import { glanceAtJson, memberCount } from './json-scan.ts';
import { encodingInvalid } from './row-fault.ts';

/** How deep the values of a row may be nested, the row's own object counted. */
export const DEPTH_MAX = 64;

/** A row's object, or why there is none; `at` is where the syntax breaks, in UTF-16 units from the start of the text. */
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
  const { depth, members, longNumber } = glanceAtJson(bytes, start, end);
  if (depth > DEPTH_MAX)
    return { problem: { code: 'NDJSON.TOO_DEEP', message: `the row is nested ${depth} levels deep` } };
  const value = parsedJson(text, longNumber);
  if (value === undefined) return syntaxFault(text);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { problem: notObject(value, 'row') };
  return memberCount(value) === members ? { values: value as Values } : syntaxFault(text);
}

/** Why a text of at most 64 levels is no JSON. */
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

/** The parsed text, undefined where it is not JSON. A whole number that JavaScript would round stays a bigint. */
export function parsedJson(text: string, longNumber: boolean): unknown {
  try {
    return longNumber ? parseWithSource(text, keepDigits) : JSON.parse(text);
  } catch {
    return undefined;
  }
}

type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

// TypeScript's library does not know the reviver's third argument yet.
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

function keepDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** JSON that is no row. */
export function notObject(value: unknown, what: 'line' | 'row'): Problem {
  const found = Array.isArray(value) ? 'an array' : value === null ? 'null' : `a ${typeof value}`;
  return { code: 'NDJSON.NOT_OBJECT', message: `the ${what} holds ${found}, not an object`, value };
}
