// Proves records valid by themselves from their bytes, like screen.ts two folders above, and writes down their facts.
import { account, useAccount, useAccountRooms } from './account.ts';
import { csvEnd, csvInner, csvNext, forgetChunk, scanCsv, useCsv } from './csv.ts';
import { BEFORE, LINE, NEXT, ROW_BYTES, START } from './facts.ts';
import { jsonEnd, jsonInner, jsonNext, lines, nextElement, scanJson, useJson } from './json.ts';
import { RECORD, UNUSUAL, useMemory } from './memory.ts';
import { judge, usePlan } from './plan.ts';
import { rowEnd, scanRow, useRows } from './rows.ts';
import { markKnown, useTables } from './tables.ts';
import { forgetMissing, missing } from './times.ts';
import { hasRoom, log, parts, text, useRoom, useWriter, writeRow } from './write.ts';

export { account, log, text, useAccount, useAccountRooms, useCsv, useJson, useMemory, usePlan, useRoom, useRows, useTables, useWriter };

const CSV: i32 = 0;
const LINES: i32 = 1;
const ARRAY: i32 = 2;
const ROWS: i32 = 3;
const LF: u32 = 0x0a;
const CR: u32 = 0x0d;
const CLOSE: u32 = 0x7d;
/** In a row of what was written: line ends in the record and after it, and where it ends. */
const LINES_IN: usize = 56;
const RECORD_END: usize = 60;
const RECORD_BYTES_MAX: usize = 1_048_576;
/** Good records in a row that show where records begin, and lines that are tried. */
const EVIDENCE: i32 = 3;
const GUESSES_MAX: i32 = 200;

let format: i32 = CSV;
/** Of the last call: where it stopped. */
export let next: usize = 0;
/** Line ends so far. */
let line: u32 = 0;

/** Address of the day of a zone that the last call asked for and that nobody has looked up yet; 0 if there was none. */
export function missingDay(): usize {
  return missing;
}

export function useFormat(toFormat: i32): void {
  format = toFormat;
}

/** The record that was found: where its text ends, where the next one begins, and the line ends inside it. */
let end: usize = 0;
let after: usize = 0;
let inner: u32 = 0;

@inline
function scan(start: usize, bound: usize): i32 {
  let how: i32;
  if (format == CSV) {
    how = scanCsv(start, bound);
    end = csvEnd;
    after = csvNext;
    inner = csvInner;
  } else if (format == ROWS) {
    how = scanRow(start, bound);
    end = rowEnd;
    after = rowEnd + 1;
    inner = 0;
  } else {
    how = scanJson(start, bound);
    end = jsonEnd;
    after = jsonNext;
    inner = jsonInner;
  }
  return how;
}

/** The next line that is not empty, or the next element; what was passed is counted. */
@inline
function begins(from: usize, bound: usize): usize {
  if (format == ARRAY) {
    const at = nextElement(from, bound);
    line += lines;
    return at;
  }
  let at = from;
  while (at < bound) {
    const byte: u32 = load<u8>(at);
    if (byte == LF) at++;
    else if (byte != CR) break;
    // It may be half of a line end.
    else if (at + 1 >= bound) return bound;
    else at += load<u8>(at + 1) == LF ? 2 : 1;
    line++;
  }
  return at;
}

/** The beginning of the next line; the bound if there is none. */
function lineAfter(from: usize, bound: usize): usize {
  let at = from;
  while (at < bound && load<u8>(at) != LF) at++;
  return at < bound ? at + 1 : bound;
}

/**
 * Screens records, and writes a row of facts for each that is certainly valid by itself; passes over the others, and
 * stops at one whose end is not certain, or that asks for a day of a zone that is missing. A row says from where on it follows without another record between.
 * @param bound the end of the bytes; 64 more are readable
 * @param written where the rows of what is written of them go, if it is
 * @returns the number of rows
 */
export function screen(from: usize, bound: usize, rows: usize, rowsMax: i32, written: usize): i32 {
  let at = from;
  let count = 0;
  line = 0;
  forgetMissing();
  forgetChunk();
  while (count < rowsMax) {
    const before = at;
    const lineBefore = line;
    at = begins(at, bound);
    if (at >= bound) break;
    const how = scan(at, bound);
    if (how == RECORD) {
      if (end - at > RECORD_BYTES_MAX) break;
      const row = rows + <usize>count * ROW_BYTES;
      const passed = at - before;
      const hasPlace = parts == 0 || hasRoom(end - at);
      // What is written first leaves room; a record that alone is too long is not for here.
      if (!hasPlace && count > 0) {
        at = before;
        break;
      }
      if (passed <= 0xffff && hasPlace && judge(row)) {
        if (parts != 0) {
          const out = written + <usize>count * ROW_BYTES;
          writeRow(row, out);
          store<u32>(out, inner + (format != ARRAY && after > end ? 1 : 0), LINES_IN);
          store<u32>(out, <u32>end, RECORD_END);
        }
        store<u32>(row, line, LINE);
        store<u32>(row, <u32>at, START);
        store<u32>(row, <u32>after, NEXT);
        store<u32>(row, (<u32>passed << 16) | (line - lineBefore), BEFORE);
        count++;
      } else if (missing != 0) break;
      line += inner + (format != ARRAY && after > end ? 1 : 0);
      at = after;
    } else if (how == UNUSUAL && (format == LINES || format == ROWS)) {
      // Such a line ends where it ends, whatever is in it.
      at = lineAfter(at, bound);
      line++;
    } else break;
  }
  next = at;
  markKnown(rows, count);
  return count;
}

/** The place after the next object, whatever that is part of; the bound if there is none. */
function objectAfter(from: usize, bound: usize): usize {
  let at = from;
  while (at < bound && load<u8>(at) != CLOSE) at++;
  return at < bound ? at + 1 : bound;
}

/** The first position after a line end, in an array after an object, at which records seem to begin; the bound if none is found. */
export function guess(from: usize, bound: usize): usize {
  let at = from;
  forgetChunk();
  for (let tries = 0; tries < GUESSES_MAX && at < bound; tries++) {
    at = format == ARRAY ? objectAfter(at, bound) : lineAfter(at, bound);
    if (format == LINES || format == ROWS || beginsRecords(at, bound)) return at;
  }
  return bound;
}

function beginsRecords(from: usize, bound: usize): bool {
  let at = from;
  let good = 0;
  while (good < EVIDENCE) {
    at = begins(at, bound);
    if (at >= bound || scan(at, bound) != RECORD) break;
    at = after;
    good++;
  }
  return good == EVIDENCE;
}
