import { cells, DOUBLED, PLAIN, placesOf, RECORD, setCell, UNENDED, UNUSUAL } from './memory.ts';

const QUOTE: u32 = 0x22;
const LF: u32 = 0x0a;
const CR: u32 = 0x0d;

let delimiter: u32 = 0x2c;
/** Cells of every record. */
let columns: u32 = 0;

export function useCsv(toDelimiter: u32, toColumns: u32): void {
  delimiter = toDelimiter;
  columns = toColumns;
}

/**
 * The end of the text of the last record, the beginning of the next record, and the line ends inside the record.
 */
export let csvEnd: usize = 0;
export let csvNext: usize = 0;
export let csvInner: u32 = 0;
/** The end of the last quoted cell, and its quotes that stand for one each. */
let close: usize = 0;
let pairs: u32 = 0;

@inline
function structure(bytes: v128): i32 {
  return i8x16.bitmask(
    v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x22)), i8x16.eq(bytes, i8x16.splat(<i8>delimiter))),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x0a)), i8x16.eq(bytes, i8x16.splat(0x0d))),
    ),
  );
}

/** Line ends (LF, CR LF, CR) from `from` to `end`. */
function linesIn(from: usize, end: usize): u32 {
  let lines: u32 = 0;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == LF || (byte == CR && load<u8>(at + 1) != LF)) lines++;
  }
  return lines;
}

@inline
function lineEnds(bytes: v128): v128 {
  return v128.or(i8x16.eq(bytes, i8x16.splat(0x0a)), i8x16.eq(bytes, i8x16.splat(0x0d)));
}

/** Finds the quote that closes a cell. */
function quoted(from: usize, bound: usize): i32 {
  let at = from;
  let lines = i8x16.splat(0);
  pairs = 0;
  for (;;) {
    let bytes = v128.load(at);
    let found = placesOf(bytes, 0x22);
    lines = v128.or(lines, lineEnds(bytes));
    while (found == 0) {
      at += 16;
      if (at >= bound) return UNENDED;
      bytes = v128.load(at);
      found = placesOf(bytes, 0x22);
      lines = v128.or(lines, lineEnds(bytes));
    }
    at += ctz(found);
    if (at >= bound) return UNENDED;
    if (at + 1 >= bound) return UNENDED;
    if (load<u8>(at + 1) != QUOTE) break;
    pairs++;
    at += 2;
    if (at >= bound) return UNENDED;
  }
  close = at;
  if (v128.any_true(lines)) csvInner += linesIn(from, at);
  return RECORD;
}

/** Finds the end of a record and its cells; the rules are those of csv-scan.ts. */
export function scanCsv(start: usize, bound: usize): i32 {
  let at = start;
  let cell: u32 = 0;
  csvInner = 0;
  for (;;) {
    if (cell >= columns) return UNUSUAL;
    const cellStart = at;
    let found = structure(v128.load(at));
    while (found == 0) {
      at += 16;
      if (at >= bound) break;
      found = structure(v128.load(at));
    }
    if (found != 0) at += ctz(found);
    if (at >= bound) return UNENDED;
    let byte: u32 = load<u8>(at);
    if (byte == QUOTE) {
      if (at != cellStart) return UNUSUAL;
      const how = quoted(at + 1, bound);
      if (how != RECORD) return how;
      setCell(cells + (cell << 4), at + 1, close, pairs != 0 ? DOUBLED : PLAIN, pairs);
      at = close + 1;
      if (at >= bound) return UNENDED;
      byte = load<u8>(at);
      if (byte != delimiter && byte != LF && byte != CR) return UNUSUAL;
    } else setCell(cells + (cell << 4), cellStart, at, PLAIN, 0);
    cell++;
    if (byte == delimiter) {
      at++;
      continue;
    }
    csvEnd = at;
    if (cell != columns) return UNUSUAL;
    if (byte == CR && at + 1 >= bound) return UNENDED;
    csvNext = byte == CR && load<u8>(at + 1) == LF ? at + 2 : at + 1;
    return RECORD;
  }
}
