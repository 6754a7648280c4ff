import type { BulkRow } from './bulk.ts';

const BEGINS = Buffer.from('{"data":{');
const CREATED = Buffer.from('{"success":true');
const DATA = Buffer.from(',"data":');
const ID = Buffer.from('id');
const WRAPPER = Buffer.from('data');
const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const COMMA = 0x2c;
const COLON = 0x3a;
const ZERO = 0x30;
/** Longer ids, and such with other characters, are read by parsing the answer. */
const ID_DIGITS_MAX = 15;

/**
 * Reads an answer of an import that says of all rows, in their order, that they were created.
 * @returns the id of each row, 0 if it has none; undefined for any other answer
 */
export function createdRows(bytes: Uint8Array, rows: readonly BulkRow[]): readonly number[] | undefined {
  const reader = new AnswerReader(bytes);
  if (!reader.takes(BEGINS, 0, BEGINS.length)) return undefined;
  const ids = new Array<number>(rows.length);
  for (let index = 0; index < rows.length; index++) {
    const { text, textAt, jsonAt } = rows[index] as BulkRow;
    if (index > 0 && !reader.takesByte(COMMA)) return undefined;
    if (!reader.takes(text, textAt, jsonAt) || !reader.takes(CREATED, 0, CREATED.length)) return undefined;
    reader.id = 0;
    if (reader.takes(DATA, 0, DATA.length) && !reader.takesCreated(true)) return undefined;
    if (!reader.takesByte(CLOSE)) return undefined;
    ids[index] = reader.id;
  }
  const isWhole = reader.takesByte(CLOSE) && reader.takesByte(CLOSE) && reader.isAtEnd;
  return isWhole ? ids : undefined;
}

class AnswerReader {
  /** The id of the last row; 0 if it has none. */
  id = 0;
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#bytes.length;
  }

  takesByte(byte: number): boolean {
    if (this.#bytes[this.#at] !== byte) return false;
    this.#at++;
    return true;
  }

  /** Takes the same bytes as those from `from` to `end`. */
  takes(text: Uint8Array, from: number, end: number): boolean {
    const bytes = this.#bytes;
    const at = this.#at;
    for (let each = from; each < end; each++) if (bytes[at + each - from] !== text[each]) return false;
    this.#at = at + end - from;
    return true;
  }

  /**
   * Takes the created row, an object whose member `id` is its id. The row may be wrapped in another `data`.
   * @param isOuter whether a member `data` may be the row
   */
  takesCreated(isOuter: boolean): boolean {
    if (!this.takesByte(OPEN)) return false;
    if (this.takesByte(CLOSE)) return true;
    let own = false;
    let wrapped = false;
    do {
      const from = this.#at;
      if (!this.#takesString() || !this.takesByte(COLON)) return false;
      const end = this.#at - 2;
      if (this.#isName(ID, from + 1, end)) {
        // A name that is there twice: the last one counts.
        if (own || !this.#takesId()) return false;
        own = true;
      } else if (isOuter && !own && this.#isName(WRAPPER, from + 1, end)) {
        if (wrapped || this.#bytes[this.#at] !== OPEN || !this.takesCreated(false)) return false;
        wrapped = true;
      } else if (this.#hasBackslash(from, end) || !this.#takesValue()) return false;
    } while (this.takesByte(COMMA));
    return this.takesByte(CLOSE);
  }

  /** A positive whole number, in quotes or not. */
  #takesId(): boolean {
    const isText = this.takesByte(QUOTE);
    const from = this.#at;
    let id = 0;
    for (let byte = this.#bytes[from]; isDigit(byte); byte = this.#bytes[++this.#at])
      id = id * 10 + (byte as number) - ZERO;
    const digits = this.#at - from;
    if (digits === 0 || digits > ID_DIGITS_MAX || this.#bytes[from] === ZERO) return false;
    this.id = id;
    if (isText) return this.takesByte(QUOTE);
    const next = this.#bytes[this.#at];
    return next === COMMA || next === CLOSE;
  }

  #isName(name: Uint8Array, from: number, end: number): boolean {
    if (end - from !== name.length) return false;
    for (let at = 0; at < name.length; at++) if (this.#bytes[from + at] !== name[at]) return false;
    return true;
  }

  #hasBackslash(from: number, end: number): boolean {
    for (let at = from; at < end; at++) if (this.#bytes[at] === BACKSLASH) return true;
    return false;
  }

  #takesString(): boolean {
    const bytes = this.#bytes;
    if (!this.takesByte(QUOTE)) return false;
    let at = this.#at;
    for (; at < bytes.length && bytes[at] !== QUOTE; at++) if (bytes[at] === BACKSLASH) at++;
    this.#at = at + 1;
    return at < bytes.length;
  }

  /** Any value: up to the comma or brace after it, by the depth of its brackets. */
  #takesValue(): boolean {
    const bytes = this.#bytes;
    const from = this.#at;
    let depth = 0;
    while (this.#at < bytes.length) {
      const byte = bytes[this.#at] as number;
      if (byte === QUOTE) {
        if (!this.#takesString()) return false;
        continue;
      }
      if (depth === 0 && (byte === COMMA || byte === CLOSE)) return this.#at > from;
      if (byte === OPEN || byte === LIST_OPEN) depth++;
      else if (byte === CLOSE || byte === LIST_CLOSE) depth--;
      if (depth < 0) return false;
      this.#at++;
    }
    return false;
  }
}

const LIST_OPEN = 0x5b;
const LIST_CLOSE = 0x5d;

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= 0x39;
