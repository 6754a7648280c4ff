import { cells, EMPTY, ESCAPED, LITERAL, maskOf, NESTED, PLAIN, RECORD, setCell, UNENDED, UNUSUAL } from './memory.ts';
import { nestedEnd, nestedLines, readNested, writtenEnd, writtenFrom } from './nested.ts';

const LF: u32 = 0x0a;
const CR: u32 = 0x0d;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
/** A whole number with at most this many digits always fits into a JavaScript number. */
const DIGITS_MAX: usize = 15;

/** The known names, 64 bytes each: length, 0 for a name that is never matched, then the text with its quotes. */
let names: usize = 0;
let columns: u32 = 0;
/** True if records are elements of an array, so that line ends are blanks, instead of one on each line. */
let isArray: bool = false;

export function useJson(toNames: usize, toColumns: u32, toArray: bool): void {
  names = toNames;
  columns = toColumns;
  isArray = toArray;
}

/**
 * The end of the text of the last record, the beginning of the next record, and the line ends inside the record.
 */
export let jsonEnd: usize = 0;
export let jsonNext: usize = 0;
export let jsonInner: u32 = 0;
/** The end of the last name or value. */
let after: usize = 0;
/** The end of the last string, after its quote. */
export let textEnd: usize = 0;

/** The first byte that is not blank. */
@inline
function blank(from: usize): usize {
  let at = from;
  while (load<u8>(at) <= 0x20) {
    const byte: u32 = load<u8>(at);
    if (byte != 0x20 && byte != 0x09) {
      if (!isArray || (byte != LF && byte != CR)) break;
      if (byte == LF || load<u8>(at + 1) != LF) jsonInner++;
    }
    at++;
  }
  return at;
}

/** The column whose name begins here; the expected one is tried first, because most records have the same order. */
@inline
function nameAt(at: usize, expected: u32): i32 {
  let column = expected;
  for (let tried: u32 = 0; tried < columns; tried++) {
    const name = names + (<usize>column << 6);
    const length = <usize>load<u32>(name);
    if (length != 0 && isName(at, name + 16, length)) {
      after = at + length;
      return column;
    }
    column = column + 1 == columns ? 0 : column + 1;
  }
  return -1;
}

@inline
function isName(at: usize, text: usize, length: usize): bool {
  const low = v128.and(v128.load(at), maskOf(min<usize>(length, 16)));
  if (!i8x16.all_true(i8x16.eq(low, v128.load(text)))) return false;
  for (let from: usize = 16; from < length; from += 16) {
    const part = v128.and(v128.load(at + from), maskOf(min<usize>(length - from, 16)));
    if (!i8x16.all_true(i8x16.eq(part, v128.load(text + from)))) return false;
  }
  return true;
}

/** The content of a string; 0 if it is unusual. Its bytes may go beyond the bound, which the caller checks. */
@inline
export function takesString(from: usize, bound: usize, cell: usize): bool {
  let at = from;
  let pairs: u32 = 0;
  for (;;) {
    const bytes = v128.load(at);
    const found = i8x16.bitmask(
      v128.or(
        i8x16.lt_u(bytes, i8x16.splat(0x20)),
        v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(0x5c))),
      ),
    );
    if (found == 0) {
      at += 16;
      if (at >= bound) return false;
      continue;
    }
    at += ctz(found);
    if (at >= bound) return false;
    const byte: u32 = load<u8>(at);
    if (byte == QUOTE) break;
    if (byte != BACKSLASH) return false;
    const letter: u32 = load<u8>(at + 1);
    // Quote, backslash, slash, b f n r t.
    const isKnown =
      letter == QUOTE || letter == BACKSLASH || letter == 0x6e || letter == 0x72 || letter == 0x74;
    if (!isKnown && letter != 0x2f && letter != 0x62 && letter != 0x66) return false;
    pairs++;
    at += 2;
  }
  setCell(cell, from, at, pairs != 0 ? ESCAPED : PLAIN, pairs);
  textEnd = at + 1;
  return true;
}

/** A number of digits, `true`, `false` or `null`. */
function takesLiteral(from: usize, cell: usize): bool {
  const first: u32 = load<u8>(from);
  let at = from;
  if (first - 0x30 < 10) {
    while (<u32>load<u8>(at) - 0x30 < 10) at++;
    if (at - from > DIGITS_MAX || (first == 0x30 && at - from > 1)) return false;
  } else if (load<u32>(from) == 0x65757274 || load<u32>(from) == 0x6c6c756e) at += 4;
  else if (first == 0x66 && load<u32>(from + 1) == 0x65736c61) at += 5;
  else return false;
  setCell(cell, from, at, first == 0x6e ? EMPTY : LITERAL, 0);
  after = at;
  return true;
}

@inline
function takesValue(at: usize, bound: usize, cell: usize): bool {
  const first: u32 = load<u8>(at);
  if (first == QUOTE) {
    if (!takesString(at + 1, bound, cell)) return false;
    after = textEnd;
    return true;
  }
  return first == 0x7b || first == 0x5b ? takesNested(at, bound, cell) : takesLiteral(at, cell);
}

function takesNested(from: usize, bound: usize, cell: usize): bool {
  if (!readNested(from, bound)) return false;
  after = nestedEnd;
  setCell(cell, from, after, NESTED, <u32>(after - from - (writtenEnd - writtenFrom)));
  jsonInner += nestedLines;
  // Line ends are between two lines of NDJSON only.
  return isArray || nestedLines == 0;
}

/** Finds the members of an object; the rules are those of json-record.ts. */
export function scanJson(start: usize, bound: usize): i32 {
  jsonInner = 0;
  for (let column: u32 = 0; column < columns; column++) {
    store<u32>(cells + (<usize>column << 4), 0);
    store<u32>(cells + (<usize>column << 4), EMPTY, 8);
  }
  let at = blank(start);
  if (load<u8>(at) != 0x7b) return UNUSUAL;
  at = blank(at + 1);
  let expected: u32 = 0;
  for (;;) {
    const column = nameAt(at, expected);
    if (column < 0) return UNUSUAL;
    const cell = cells + (<usize>column << 4);
    // A name that comes twice.
    if (load<u32>(cell) != 0) return UNUSUAL;
    at = blank(after);
    if (load<u8>(at) != 0x3a) return UNUSUAL;
    at = blank(at + 1);
    if (!takesValue(at, bound, cell)) return UNUSUAL;
    at = blank(after);
    const byte: u32 = load<u8>(at);
    if (byte == 0x7d) break;
    if (byte != 0x2c || at >= bound) return UNUSUAL;
    at = blank(at + 1);
    expected = column + 1 == <i32>columns ? 0 : column + 1;
  }
  at++;
  if (at > bound) return UNUSUAL;
  return isArray ? endsElement(at) : endsLine(at, bound);
}

function endsElement(at: usize): i32 {
  jsonEnd = at;
  jsonNext = at;
  return RECORD;
}

function endsLine(from: usize, bound: usize): i32 {
  const at = blank(from);
  if (at >= bound) return UNENDED;
  const byte: u32 = load<u8>(at);
  if (byte != LF && byte != CR) return UNUSUAL;
  if (byte == CR && at + 1 >= bound) return UNENDED;
  jsonEnd = at;
  jsonNext = byte == CR && load<u8>(at + 1) == LF ? at + 2 : at + 1;
  return RECORD;
}

/** The next element of an array from a position between two: blanks and commas are passed; their lines are counted. */
export let lines: u32 = 0;

export function nextElement(from: usize, bound: usize): usize {
  lines = 0;
  let at = from;
  for (; at < bound; at++) {
    const byte: u32 = load<u8>(at);
    // It may be half of a line end.
    if (byte == CR && at + 1 >= bound) return bound;
    if (byte == LF || (byte == CR && load<u8>(at + 1) != LF)) lines++;
    else if (byte != 0x2c && byte != 0x20 && byte != 0x09 && byte != CR) break;
  }
  return at;
}
