import { cells, DOUBLED, PLAIN, RECORD, setCell, UNENDED, UNUSUAL } from './memory.ts';

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

/** Line ends (LF, CR LF, CR) from `from` to `end`. */
function linesIn(from: usize, end: usize): u32 {
  let lines: u32 = 0;
  for (let at = from; at < end; at++) {
    const byte = load<u8>(at);
    if (byte == LF || (byte == CR && load<u8>(at + 1) != LF)) lines++;
  }
  return lines;
}

/**
 * 64 bytes from an address on, one bit for each: quotes, line ends, and these or delimiters. What was seen before must be
 * forgotten when other bytes are there.
 */
let chunk: usize = 0;
let quotes: u64 = 0;
let ends: u64 = 0;
let marks: u64 = 0;

export function forgetChunk(): void {
  chunk = 0;
}

@inline
function look(at: usize): void {
  chunk = at;
  quotes = 0;
  ends = 0;
  marks = 0;
  lookAt(at, 0);
  lookAt(at, 16);
  lookAt(at, 32);
  lookAt(at, 48);
}

@inline
function lookAt(at: usize, place: u64): void {
  const bytes = v128.load(at + <usize>place);
  const quote = i8x16.eq(bytes, i8x16.splat(0x22));
  const end = v128.or(i8x16.eq(bytes, i8x16.splat(0x0a)), i8x16.eq(bytes, i8x16.splat(0x0d)));
  const mark = v128.or(v128.or(quote, end), i8x16.eq(bytes, i8x16.splat(<i8>delimiter)));
  quotes |= (<u64>i8x16.bitmask(quote) & 0xffff) << place;
  ends |= (<u64>i8x16.bitmask(end) & 0xffff) << place;
  marks |= (<u64>i8x16.bitmask(mark) & 0xffff) << place;
}

/** True if the bits in the chunk are those of an address. */
@inline
function isSeen(at: usize): bool {
  return at - chunk < 64;
}

/** Finds the quote that closes a cell. */
function quoted(from: usize, bound: usize): i32 {
  let at = from;
  let lines: u64 = 0;
  pairs = 0;
  for (;;) {
    if (!isSeen(at)) look(at);
    let found = quotes >> <u64>(at - chunk);
    while (found == 0) {
      lines |= ends >> <u64>(at - chunk);
      at = chunk + 64;
      if (at >= bound) return UNENDED;
      look(at);
      found = quotes;
    }
    const passed = <u64>ctz(found);
    lines |= (ends >> <u64>(at - chunk)) & ((<u64>1 << passed) - 1);
    at += <usize>passed;
    if (at + 1 >= bound) return UNENDED;
    if (load<u8>(at + 1) != QUOTE) break;
    pairs++;
    at += 2;
    if (at >= bound) return UNENDED;
  }
  close = at;
  if (lines != 0) csvInner += linesIn(from, at);
  return RECORD;
}

/** Finds the end of a record and its cells; the rules are those of csv-scan.ts. */
export function scanCsv(start: usize, bound: usize): i32 {
  let at = start;
  let cell = cells;
  const last = cells + (<usize>columns << 4);
  csvInner = 0;
  for (;;) {
    if (cell == last) return UNUSUAL;
    const cellStart = at;
    if (!isSeen(at)) look(at);
    let found = marks >> <u64>(at - chunk);
    while (found == 0) {
      at = chunk + 64;
      if (at >= bound) return UNENDED;
      look(at);
      found = marks;
    }
    at += <usize>ctz(found);
    if (at >= bound) return UNENDED;
    let byte: u32 = load<u8>(at);
    if (byte == QUOTE) {
      if (at != cellStart) return UNUSUAL;
      const how = quoted(at + 1, bound);
      if (how != RECORD) return how;
      setCell(cell, at + 1, close, pairs != 0 ? DOUBLED : PLAIN, pairs);
      at = close + 1;
      byte = load<u8>(at);
      if (byte != delimiter && byte != LF && byte != CR) return UNUSUAL;
    } else setCell(cell, cellStart, at, PLAIN, 0);
    cell += 16;
    if (byte == delimiter) {
      at++;
      continue;
    }
    csvEnd = at;
    if (cell != last) return UNUSUAL;
    if (byte == CR && at + 1 >= bound) return UNENDED;
    csvNext = byte == CR && load<u8>(at + 1) == LF ? at + 2 : at + 1;
    return RECORD;
  }
}
