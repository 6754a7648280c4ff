import { elementEnd, lastTextBefore } from './json-element-scan.ts';

/** A broken element of a JSON array, in the bytes at hand. */
export type BrokenElement = {
  readonly bytes: Buffer;
  readonly start: number;
  /** Where to look at most. */
  readonly limit: number;
  /** The blanks before the element on its line; undefined where it does not begin its line. */
  readonly indent: string | undefined;
  /** Index of what is wrong, where known. */
  readonly faultAt: number | undefined;
};

/** Candidates that are looked at: a file made to have thousands of them must not take thousands of times as long. */
const CANDIDATES_MAX = 64;
const FIRST_NAME = /^\{\s*"([^"\\]{1,100})"\s*:/;

/**
 * The next element after a broken one: an object that is whole, is followed by a comma or the end of the array, and
 * begins as the broken one does, on a line of its own with the same blanks before it, or, where all stands on one line,
 * with the same first name. An object inside another is never taken for an element where elements have lines.
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
    if (isWhole(bytes, start + from, limit)) return start + from;
  }
  return undefined;
}

function isWhole(bytes: Buffer, start: number, limit: number): boolean {
  const end = elementEnd(bytes, start, limit);
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

export const isBlank = (byte: number | undefined): boolean =>
  byte === 0x20 || byte === 0x09 || byte === 0x0a || byte === 0x0d;
