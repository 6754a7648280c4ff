const kinds = { plain: 0, quote: 1, open: 2, close: 3, colon: 4, digit: 5, line: 6 } as const;
const kindOf = new Uint8Array(256);
for (const [chars, kind] of [
  ['"', kinds.quote],
  ['[{', kinds.open],
  [']}', kinds.close],
  [':', kinds.colon],
  // A point is outside of texts only within a number.
  ['0123456789.', kinds.digit],
  ['\n\r', kinds.line],
] as const) {
  for (const char of chars) kindOf[char.charCodeAt(0)] = kind;
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const LF = 0x0a;
const LONG_NUMBER_DIGITS = 16;

/**
 * Scans a JSON value once, in text that comes in pieces, and skips strings: where it ends, and facts about it that are
 * correct if it is valid.
 */
export class JsonScan {
  /** The deepest nesting of brackets. */
  depth = 0;
  /** Members in all its objects together. If the parsed value has fewer, an object repeats a name. */
  members = 0;
  /** True if a number has 16 or more digits, its point counted as one. */
  longNumber = false;
  /** Line ends, and the index after the last one. */
  lines = 0;
  lineStart = 0;
  /** True if the value is a number or a word, which may end at the end of the text. */
  isBare = false;
  #hasBegun = false;
  #open = 0;
  #digits = 0;
  #inText = false;
  /** 1 if the next byte is escaped. */
  #escaped = 0;

  /**
   * Continues the scan; returns the index after the value, or -1 if it continues beyond `to`. An object, array or string ends
   * with its own closing character; anything else ends before a comma, a line end, a closing bracket or an object.
   */
  run(bytes: Uint8Array, from: number, to: number): number {
    if (!this.#hasBegun && from < to) {
      this.#hasBegun = true;
      const kind = kindOf[bytes[from] as number];
      this.isBare = kind !== kinds.open && kind !== kinds.quote;
    }
    return this.isBare ? this.#bare(bytes, from, to) : this.#nested(bytes, from, to);
  }

  #bare(bytes: Uint8Array, from: number, to: number): number {
    // Long enough, if it is a number at all.
    this.longNumber ||= to - from >= LONG_NUMBER_DIGITS;
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      if (byte === 0x2c || byte === LF || byte === 0x0d || byte === 0x5d || byte === 0x7b) return at;
    }
    return -1;
  }

  #nested(bytes: Uint8Array, from: number, to: number): number {
    let at = this.#inText ? textEnd(bytes, from + this.#escaped, to) : from;
    let open = this.#open;
    let { depth, members } = this;
    let isEnd = this.#inText && at <= to && open === 0;
    let digits = kindOf[bytes[at] as number] === kinds.digit ? this.#digits : 0;
    while (at < to && !isEnd) {
      const kind = kindOf[bytes[at++] as number];
      if (kind === kinds.plain) continue;
      if (kind === kinds.quote) {
        at = textEnd(bytes, at, to);
        isEnd = open === 0 && at <= to;
      } else if (kind === kinds.colon) members++;
      else if (kind === kinds.open) {
        if (++open > depth) depth = open;
      } else if (kind === kinds.close) isEnd = --open <= 0;
      else if (kind === kinds.digit) {
        for (digits++; at < to && kindOf[bytes[at] as number] === kinds.digit; at++) digits++;
        if (digits >= LONG_NUMBER_DIGITS) this.longNumber = true;
        if (at < to) digits = 0;
      } else if (bytes[at - 1] === LF || bytes[at] !== LF) {
        this.lines++;
        this.lineStart = at;
      }
    }
    this.#inText = at > to;
    this.#escaped = at - to - 1;
    this.#open = open;
    this.#digits = digits;
    this.depth = depth;
    this.members = members;
    return isEnd ? at : -1;
  }
}

/** The index after the string that `at` is in; `to + 1` if it goes on there, one more if its next character is escaped. */
function textEnd(bytes: Uint8Array, from: number, to: number): number {
  let at = from;
  while (at < to) {
    const byte = bytes[at++] as number;
    if (byte === QUOTE) return at;
    if (byte === BACKSLASH) at++;
  }
  return at + 1;
}

/** Scans `bytes` from `start`, perhaps after blanks, to `end`. */
export function scanJson(bytes: Uint8Array, start: number, end: number): JsonScan {
  const scan = new JsonScan();
  let at = start;
  while (at < end && (bytes[at] as number) <= 0x20) at++;
  scan.run(bytes, at, end);
  return scan;
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
