/** Facts about a JSON text that a scan finds without parsing it; correct for every valid JSON text. */
export type JsonScan = {
  /** The deepest nesting of brackets. */
  readonly depth: number;
  /** Members in all its objects together. If the parsed value has fewer, an object repeats a name. */
  readonly members: number;
  /** True if a number has 16 or more digits, its point counted as one. */
  readonly longNumber: boolean;
};

const kinds = { plain: 0, quote: 1, open: 2, close: 3, colon: 4, digit: 5 } as const;
const kindOf = new Uint8Array(256);
for (const [chars, kind] of [
  ['"', kinds.quote],
  ['[{', kinds.open],
  [']}', kinds.close],
  [':', kinds.colon],
  // A point is outside of texts only within a number.
  ['0123456789.', kinds.digit],
] as const) {
  for (const char of chars) kindOf[char.charCodeAt(0)] = kind;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LONG_NUMBER_DIGITS = 16;

/** Scans `bytes` from `start` to `end` once and skips strings. */
export function scanJson(bytes: Buffer, start: number, end: number): JsonScan {
  let open = 0;
  let depth = 0;
  let members = 0;
  let longNumber = false;
  for (let at = start; at < end; at += 1) {
    const kind = kindOf[bytes[at] as number];
    if (kind === kinds.plain) continue;
    if (kind === kinds.quote) {
      at += 1;
      while (at < end && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1;
    } else if (kind === kinds.open) {
      open += 1;
      if (open > depth) depth = open;
    } else if (kind === kinds.close) {
      open -= 1;
    } else if (kind === kinds.colon) {
      members += 1;
    } else {
      const from = at;
      while (at + 1 < end && kindOf[bytes[at + 1] as number] === kinds.digit) at += 1;
      if (at - from >= LONG_NUMBER_DIGITS - 1) longNumber = true;
    }
  }
  return { depth, members, longNumber };
}

/** The number of members of all objects in a parsed value that is not deeper than `DEPTH_MAX`. */
export function memberCount(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  let count = 0;
  if (Array.isArray(value)) {
    for (let at = 0; at < value.length; at++)
      if (typeof value[at] === 'object') count += memberCount(value[at]);
    return count;
  }
  // A parsed object has nothing but its own members: without a list of them, this takes half the time.
  for (const name in value) {
    count++;
    const child = (value as Readonly<Record<string, unknown>>)[name];
    if (typeof child === 'object') count += memberCount(child);
  }
  return count;
}
