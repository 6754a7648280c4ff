import { JsonScan } from '../../json/json-scan.ts';

/** A broken element of a JSON array. */
export type BrokenElement = {
  readonly bytes: Buffer;
  readonly start: number;
  /** The search ends at this index. */
  readonly limit: number;
  /** The blanks before the element on its line; undefined if other text precedes it. */
  readonly indent: string | undefined;
  /** Index of the fault, if known. */
  readonly faultAt: number | undefined;
};

/**
 * The most candidates to check, so that a crafted file with thousands of them does not take thousands of times as long.
 */
const CANDIDATES_MAX = 64;
const FIRST_NAME = /^\{\s*"([^"\\]{1,100})"\s*:/;

/**
 * Finds the next element after a broken one: a complete object that is followed by a comma or the end of the array, and
 * that begins as the broken one does: on its own line with the same indentation or, if the array is on one line, with
 * the same first name. If elements are on their own lines, a nested object is never taken for an element.
 */
export function nextElement(broken: BrokenElement): number | undefined {
  const { bytes, start, limit, indent, faultAt } = broken;
  const text = bytes.toString('latin1', start, limit);
  const name = FIRST_NAME.exec(text)?.[1];
  if (indent === undefined && name === undefined) return undefined;
  const pattern = indent === undefined ? /\}\s*,\s*(?=\{)/g : new RegExp(`[\\r\\n]${indent}(?=\\{)`, 'g');
  pattern.lastIndex =
    indent === undefined && faultAt !== undefined ? lastTextBefore(bytes, start, faultAt) - start : 0;
  for (let tried = 0; tried < CANDIDATES_MAX; tried += 1) {
    const found = pattern.exec(text);
    if (found === null) return undefined;
    const from = found.index + found[0].length;
    pattern.lastIndex = found.index + 1;
    if (from === 0 || (indent === undefined && FIRST_NAME.exec(text.slice(from, from + 300))?.[1] !== name))
      continue;
    if (isComplete(bytes, start + from, limit)) return start + from;
  }
  return undefined;
}

function isComplete(bytes: Buffer, start: number, limit: number): boolean {
  const end = new JsonScan().run(bytes, start, limit);
  if (end === -1) return false;
  let after = end;
  while (after < limit && isBlank(bytes[after])) after += 1;
  if (after < limit && bytes[after] !== 0x2c && bytes[after] !== 0x5d) return false;
  try {
    JSON.parse(bytes.toString('utf8', start, end));
    return true;
  } catch {
    return false;
  }
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** The start of the last string before `at`; after a fault in a string, it is the one that is not closed. */
function lastTextBefore(bytes: Buffer, start: number, at: number): number {
  let last = start;
  let inText = false;
  for (let index = start; index < at; index += 1) {
    const byte = bytes[index];
    if (inText && byte === BACKSLASH) index += 1;
    else if (byte === QUOTE) {
      inText = !inText;
      if (inText) last = index;
    }
  }
  return last;
}

export const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;

/** The end of an element without trailing blanks and commas. */
export function trimmed(bytes: Buffer, start: number, end: number): number {
  let at = end;
  while (at > start + 1 && (isBlank(bytes[at - 1]) || bytes[at - 1] === 0x2c)) at -= 1;
  return at;
}
