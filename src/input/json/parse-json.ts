import { jsonFaultOf } from './json-fault.ts';
import { memberCount, scanJson } from './json-scan.ts';
import { exact } from './raw-number.ts';
import { rememberRounded, roundedIn } from './rounded-numbers.ts';

/** The deepest allowed nesting of JSON; the outermost value counts as 1. */
export const DEPTH_MAX = 64;

/** The beginning of a JSON value. */
const BEGIN = /^[ \t\n\r]*["[{\dtfn-]/;

/**
 * The parsed text; undefined if it is not JSON.
 * @param longNumber whether the text has a long number: whole numbers that JavaScript would round become bigints, and
 * which fractions have lost digits is remembered
 */
export function parsedJson(text: string, longNumber: boolean): unknown {
  // A file may have nothing but lines that are no JSON, and to throw takes far longer than to read one; so does the stack of
  // an error that nobody sees.
  if (!BEGIN.test(text)) return undefined;
  const { stackTraceLimit } = Error;
  Error.stackTraceLimit = 0;
  try {
    if (!longNumber) return JSON.parse(text);
    const value = parseWithSource(text, keepDigits);
    if (typeof value === 'object' && value !== null) rememberRounded(value, roundedIn(text));
    return value;
  } catch {
    return undefined;
  } finally {
    Error.stackTraceLimit = stackTraceLimit;
  }
}

type SourceReviver = (name: string, value: unknown, context: { readonly source?: string }) => unknown;

// TypeScript's library does not know the reviver's third argument yet.
const parseWithSource = JSON.parse as (text: string, reviver: SourceReviver) => unknown;

function keepDigits(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  if (typeof value !== 'number' || source === undefined || Number.isSafeInteger(value)) return value;
  return /^-?\d+$/.test(source) ? BigInt(source) : value;
}

/** JavaScript may round numbers with so many digits. */
export const LONG_NUMBER = /\d{16}/;

/**
 * The value of a text that `JSON.stringify` wrote, with all digits of its whole numbers.
 * @throws SyntaxError if it is not JSON
 */
export const writtenJson = (text: string): unknown =>
  LONG_NUMBER.test(text) ? exact(parsedJson(text, true)) : JSON.parse(text);

/**
 * Parses a cell's JSON as strictly as a row's: returns the value, with all digits of whole numbers, or what is wrong.
 */
export function parseJsonCell(text: string): { readonly value: unknown } | { readonly reason: string } {
  const written = writtenValue(text);
  if (written !== undefined) return { value: written };
  const bytes = Buffer.from(text);
  const { depth, members, longNumber } = scanJson(bytes, 0, bytes.length);
  if (depth > DEPTH_MAX) return { reason: `nested ${depth} levels deep` };
  const value = parsedJson(text, longNumber);
  if (value === undefined || memberCount(value) !== members) {
    const fault = jsonFaultOf(text);
    return { reason: fault ? `${fault.reason} in character ${fault.column} of the cell` : 'not JSON' };
  }
  return hasInfinite(value) ? { reason: INFINITE } : { value };
}

/**
 * The value of a text that is exactly as `JSON.stringify` writes it, and so hides nothing: no name comes twice, no digit is
 * lost, no number is infinite. Undefined for any other text.
 */
function writtenValue(text: string): unknown {
  if (mayBeDeep(text, '{') || mayBeDeep(text, '[')) return undefined;
  const value = parsedJson(text, false);
  return value !== undefined && JSON.stringify(value) === text ? value : undefined;
}

/** True if brackets of one kind come so often that they may be nested more deeply than allowed. */
function mayBeDeep(text: string, bracket: string): boolean {
  let at = -1;
  for (let count = 0; count <= DEPTH_MAX / 2; count++) {
    at = text.indexOf(bracket, at + 1);
    if (at === -1) return false;
  }
  return true;
}

/** The reason to refuse a number beyond 1.8e308. */
export const INFINITE = 'a number is too large for JSON';

/** True if a parsed value contains an infinite number, which would be sent as null. */
export function hasInfinite(value: unknown): boolean {
  if (typeof value === 'number') return !Number.isFinite(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasInfinite);
}
