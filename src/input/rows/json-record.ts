import { CompactJson } from '../json/compact-json.ts';
import { type Bounds, EMPTY, ESCAPED, LITERAL, NESTED, PLAIN } from './record.ts';

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN = 0x7b;
const CLOSE = 0x7d;
const OPEN_LIST = 0x5b;
const COLON = 0x3a;
const COMMA = 0x2c;
const ZERO = 0x30;
const NINE = 0x39;
/** A whole number with at most this many digits always fits into a JavaScript number. */
const DIGITS_MAX = 15;
/** The bytes that may follow a backslash, besides the u of a code: quote, backslash, slash, b f n r t. */
const escapable = new Uint8Array(256);
for (const char of '"\\/bfnrt') escapable[char.charCodeAt(0)] = 1;
const NO_NAME = Buffer.from([0]);
const WORDS = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/**
 * The place of a record: its first byte and the one after it in the bytes that are read, and its position in the
 * file.
 */
export type Place = {
  readonly start: number;
  readonly end: number;
  readonly line: number;
  readonly byte: number;
  /** The line and byte after the record, and after its line end where each record has one. */
  readonly endLine: number;
  readonly endByte: number;
};

/**
 * Finds the members of a JSON object without parsing it. It refuses every unusual one (an escaped code, a fraction, an
 * unknown or repeated name, a nested value that CompactJson does not read), so its result for one that it accepts is
 * always correct.
 */
export class JsonRecord implements Bounds {
  bytes: Buffer = Buffer.alloc(0);
  starts = new Int32Array(0);
  ends = new Int32Array(0);
  forms = new Uint8Array(0);
  readonly file: number;
  row = 0;
  line = 0;
  byte = 0;
  recordStart = 0;
  recordEnd = 0;
  endLine = 0;
  endByte = 0;
  readonly #names: readonly string[];
  readonly #nested = new CompactJson();
  #known: Buffer[] = [];
  #at = 0;

  /** @param names the known member names; more may be added between two objects */
  constructor(file: number, names: readonly string[]) {
    this.file = file;
    this.#names = names;
  }

  /** True if the text is such an object; the bounds of its members are then at the indices of their names. */
  reads(bytes: Buffer, place: Place, row: number): boolean {
    const end = this.endOf(bytes, place.start, place.end);
    if (end === -1 || blank(bytes, end, place.end) !== place.end) return false;
    this.place(place, row);
    return true;
  }

  /** Says where the object is whose members were found last. */
  place({ start, end, line, byte, endLine, endByte }: Place, row: number): void {
    this.row = row;
    this.line = line;
    this.byte = byte;
    this.recordStart = start;
    this.recordEnd = end;
    this.endLine = endLine;
    this.endByte = endByte;
  }

  /** Finds the members of an object that ends before `end`; returns the index after it, or -1 if it is not such an object. */
  endOf(bytes: Buffer, start: number, end: number): number {
    if (this.#known.length !== this.#names.length) this.#learn();
    this.bytes = bytes;
    this.starts.fill(-1);
    this.forms.fill(EMPTY);
    let at = blank(bytes, start, end);
    if (at >= end || bytes[at] !== OPEN) return -1;
    at = blank(bytes, at + 1, end);
    if (bytes[at] === CLOSE) return at < end ? at + 1 : -1;
    for (let expected = 0; ; expected++) {
      if (bytes[at] !== QUOTE) return -1;
      const column = this.#nameAt(bytes, at + 1, end, expected);
      if (column < 0 || this.starts[column] !== -1) return -1;
      expected = column;
      at = blank(bytes, this.#at, end);
      if (bytes[at] !== COLON) return -1;
      at = blank(bytes, at + 1, end);
      if (!this.#value(bytes, at, end, column)) return -1;
      at = blank(bytes, this.#at, end);
      if (bytes[at] === CLOSE) return at < end ? at + 1 : -1;
      if (bytes[at] !== COMMA) return -1;
      at = blank(bytes, at + 1, end);
    }
  }

  #learn(): void {
    // A name that needs an escape is never matched.
    this.#known = this.#names.map((name) =>
      JSON.stringify(name) === `"${name}"` ? Buffer.from(`${name}"`) : NO_NAME,
    );
    this.starts = new Int32Array(this.#known.length);
    this.ends = new Int32Array(this.#known.length);
    this.forms = new Uint8Array(this.#known.length);
  }

  /**
   * The index of the name that begins here. Tries the expected one first: the rows of a file mostly have the same
   * order.
   */
  #nameAt(bytes: Buffer, from: number, end: number, expected: number): number {
    const count = this.#known.length;
    for (let tried = 0; tried < count; tried++) {
      const column = (expected + tried) % count;
      const name = this.#known[column] as Buffer;
      let at = 0;
      while (at < name.length && bytes[from + at] === name[at]) at++;
      if (at < name.length || from + at > end) continue;
      this.#at = from + at;
      return column;
    }
    return -1;
  }

  #value(bytes: Buffer, from: number, end: number, column: number): boolean {
    const first = bytes[from] as number;
    this.starts[column] = from;
    if (first === QUOTE) return this.#string(bytes, from + 1, end, column);
    let at = from;
    if (first === OPEN || first === OPEN_LIST) {
      at = this.#nested.read(bytes, from, end);
      if (at === -1) return false;
      this.forms[column] = NESTED;
    } else if (first >= ZERO && first <= NINE) {
      while (at < end && (bytes[at] as number) >= ZERO && (bytes[at] as number) <= NINE) at++;
      if (at - from > DIGITS_MAX || (first === ZERO && at - from > 1)) return false;
      this.forms[column] = LITERAL;
    } else {
      const word = WORDS.find((each) => each[0] === first);
      if (!word || from + word.length > end) return false;
      for (let each = 0; each < word.length; each++) if (bytes[from + each] !== word[each]) return false;
      at = from + word.length;
      this.forms[column] = word[0] === 0x6e ? EMPTY : LITERAL;
    }
    this.ends[column] = at;
    this.#at = at;
    return true;
  }

  #string(bytes: Buffer, from: number, end: number, column: number): boolean {
    let at = from;
    let form: number = PLAIN;
    for (; ; at++) {
      if (at >= end) return false;
      const byte = bytes[at] as number;
      if (byte > BACKSLASH) continue;
      if (byte === QUOTE) break;
      if (byte < 0x20) return false;
      if (byte !== BACKSLASH) continue;
      form = ESCAPED;
      at++;
      if (escapable[bytes[at] as number] === 0) return false;
    }
    this.starts[column] = from;
    this.ends[column] = at;
    this.forms[column] = at === from ? EMPTY : form;
    this.#at = at + 1;
    return true;
  }
}

/** The first index that is not blank. */
function blank(bytes: Buffer, from: number, end: number): number {
  let at = from;
  for (; at < end; at++) {
    const byte = bytes[at] as number;
    if (byte > 0x20 || (byte !== 0x20 && byte !== 0x09 && byte !== 0x0a && byte !== 0x0d)) break;
  }
  return at;
}
