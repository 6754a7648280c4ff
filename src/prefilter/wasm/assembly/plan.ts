import {
  checkId,
  checkKey,
  checkText,
  checkUrl,
  keyHi,
  keyLo,
  wasUpper,
  withoutEscapes,
  withoutPairs,
} from './cells.ts';
import { CHECK_BYTES, FOUND, ID, JSON_CELL, KEY_TEXT, TAGS, TEXT, TIME, URL, WORD } from './checks.ts';
import {
  CONTENT,
  CUT_SHIFT,
  FLAGS,
  IS_REPLY,
  LOST,
  NOWHERE,
  PARENT,
  SECONDS,
  WAS_UPPER,
} from './facts.ts';
import {
  CONTENT_SEED,
  contentBytes,
  contentDone,
  contentField,
  contentPair,
  contentSeconds,
} from './hash.ts';
import { cells, DOUBLED, EMPTY, ESCAPED, LITERAL, maskOf, NESTED, PLAIN, scratch } from './memory.ts';
import { isTags, nestedEnd, readNested, writtenEnd, writtenFrom } from './nested.ts';
import { readTime, seconds, timeForm, wasCut } from './times.ts';
import { parts } from './write.ts';

/** Kinds of values that an empty field gets, besides a word. */
const NO_FALLBACK: u32 = 0;
const SENT_AT: u32 = 2;

let checks: usize = 0;
let count: u32 = 0;
/** Fields that the API cannot carry and that every record has. */
let alwaysLost: u32 = 0;
/** By column: see `addToTally`. */
let tally: usize = 0;
let columns: u32 = 0;

export function usePlan(toChecks: usize, toCount: u32, toLost: u32, toTally: usize, toColumns: u32): void {
  checks = toChecks;
  count = toCount;
  alwaysLost = toLost;
  tally = toTally;
  columns = toColumns;
}

/** True if the record whose cells were found is certainly valid by itself; fills its row of facts. */
export function judge(row: usize): bool {
  // Not global: these change with every cell, and depend on what they were.
  let sum: u32 = CONTENT_SEED;
  let flags: u32 = 0;
  let lost = alwaysLost;
  // Only an owner and a time may be missing in a valid record.
  store<u64>(row, 0, 8);
  store<u32>(row, 0, SECONDS);
  const last = checks + <usize>count * CHECK_BYTES;
  for (let check = checks; check < last; check += CHECK_BYTES) {
    const cell = <usize>load<u32>(check, 4);
    const form: u32 = cell == 0 ? EMPTY : load<u8>(cell, 8);
    if (form == EMPTY) {
      // An empty field takes its fallback, which may be the time of the row; without one, it must not be required.
      const fallback = load<u32>(check, 24);
      if (fallback == NO_FALLBACK) {
        if (load<u32>(check, 20) != 0) return false;
        continue;
      }
      sum = contentField(sum, load<u32>(check, 12));
      if (fallback == SENT_AT) sum = contentSeconds(sum, load<u32>(row, SECONDS));
      else {
        sum = contentPair(sum, load<u32>(check, 28), load<u32>(check, 32));
        flags |= load<u32>(check, 36);
      }
      continue;
    }
    const kind = load<u32>(check);
    const from = <usize>load<u32>(cell);
    const end = <usize>load<u32>(cell, 4);
    lost |= load<u32>(check, 40);
    if (end - from > <usize>load<u32>(check, 16)) return false;
    if (form != PLAIN && !reads(form, kind, from, end)) return false;
    sum = contentField(sum, load<u32>(check, 12));
    if (kind == ID || kind == KEY_TEXT) {
      if (kind == ID ? !isId(check, from, end) : !checkKey(from, end)) return false;
      if (kind == ID && wasUpper) flags |= WAS_UPPER;
      sum = contentPair(sum, keyLo, keyHi);
      const place = load<u32>(check, 8);
      if (place < NOWHERE) {
        store<u32>(row + place, keyLo);
        store<u32>(row + place, keyHi, 4);
        if (place == PARENT) flags |= IS_REPLY;
      }
    } else if (kind == TEXT) {
      const after = textAfter(form, from, end, sum);
      if (after < 0) return false;
      sum = <u32>after;
    } else if (kind == TIME) {
      if (!takesTime(check, cell, from, end, row)) return false;
      if (wasCut && flags >>> CUT_SHIFT == 0) flags |= (load<u32>(check, 12) + 1) << CUT_SHIFT;
      sum = contentSeconds(sum, seconds);
    } else if (kind == WORD) {
      const word = wordAt(check, from, end);
      if (word == 0) return false;
      sum = contentPair(sum, load<u32>(word, 4), load<u32>(word, 8));
      flags |= load<u32>(word, 12);
    } else if (kind == JSON_CELL || kind == TAGS) {
      if (!isJson(form, from, end, kind)) return false;
      sum = contentBytes(sum, writtenFrom, writtenEnd);
    } else {
      if (kind != URL || !checkUrl(from, end)) return false;
      sum = contentBytes(sum, from, end);
    }
  }
  store<u32>(row, contentDone(sum), CONTENT);
  store<u32>(row, flags, FLAGS);
  store<u32>(row, lost, LOST);
  // Who has records written counts no cells.
  if (parts == 0) addToTally();
  return true;
}

@inline
function isId(check: usize, from: usize, end: usize): bool {
  return checkId(
    from,
    end,
    load<u32>(check, 52),
    load<u32>(check, 56),
    load<u32>(check, 44),
    load<u32>(check, 48),
    load<u32>(check, 60),
  );
}

/** True if a cell that is not plain text can be checked as the field's kind. */
function reads(form: u32, kind: u32, from: usize, end: usize): bool {
  const isJson = kind == JSON_CELL || kind == TAGS;
  if (form == NESTED) return isJson;
  if (form == DOUBLED || form == ESCAPED) return kind == TEXT || isJson;
  const isNumber = <u32>load<u8>(from) - 0x30 < 10;
  // A scan takes no number of more than 15 digits, and none with a fraction.
  return kind == WORD || isNumber;
}

/** The hash of a record's content with a text; below 0 if the text is not certainly valid. */
@inline
function textAfter(form: u32, from: usize, end: usize, sum: u32): i64 {
  let start = from;
  let last = end;
  if (form == DOUBLED || form == ESCAPED) {
    start = scratch;
    last = form == DOUBLED ? withoutPairs(from, end) : withoutEscapes(from, end);
  }
  return checkText(start, last, sum);
}

@inline
function takesTime(check: usize, cell: usize, from: usize, end: usize, row: usize): bool {
  if (!readTime(from, end, check + 44)) return false;
  if (<usize>load<u32>(check, 8) == SECONDS) store<u32>(row, seconds, SECONDS);
  // The form is counted with the cell, once the whole record is known to be valid.
  store<u8>(cell, timeForm + 1, 11);
  if (parts != 0) store<u32>(partOf(check), seconds, FOUND);
  return true;
}

/** True if a cell is a JSON object or tags, whose text is written as the service gets it. */
function isJson(form: u32, from: usize, end: usize, kind: u32): bool {
  let start = from;
  let last = end;
  if (form == DOUBLED || form == ESCAPED) {
    start = scratch;
    last = form == DOUBLED ? withoutPairs(from, end) : withoutEscapes(from, end);
  }
  if (!readNested(start, last) || nestedEnd != last) return false;
  return kind == TAGS ? isTags() : load<u8>(start) == 0x7b;
}

/** The word of a check that a cell is; 0 if it is none. Words are 64 bytes each: length, fingerprint, flags, then up to 32 bytes of text. */
@inline
function wordAt(check: usize, from: usize, end: usize): usize {
  const length = end - from;
  if (length > 32) return 0;
  const low = v128.and(v128.load(from), maskOf(min<usize>(length, 16)));
  const words = <usize>load<u32>(check, 44);
  const last = words + (<usize>load<u32>(check, 48) << 6);
  let word = words;
  for (; word < last; word += 64) {
    if (<usize>load<u32>(word) != length) continue;
    if (!i8x16.all_true(i8x16.eq(low, v128.load(word, 16)))) continue;
    if (length <= 16) break;
    const high = v128.and(v128.load(from + 16), maskOf(length - 16));
    if (i8x16.all_true(i8x16.eq(high, v128.load(word, 32)))) break;
  }
  if (word >= last) return 0;
  if (parts != 0) store<u32>(partOf(check), <u32>word, FOUND);
  return word;
}

/** The part that is written of the field of a check. */
@inline
function partOf(check: usize): usize {
  return parts + (check - checks);
}

/** By column, 64 bytes: cells with a value, bytes of the shortest and the longest, and cells by form of time. */
@inline
function addToTally(): void {
  for (let column: u32 = 0; column < columns; column++) {
    const cell = cells + (<usize>column << 4);
    const form = load<u32>(cell, 8);
    if (form == EMPTY) continue;
    const counts = tally + (<usize>column << 6);
    const bytes = load<u32>(cell, 4) - load<u32>(cell) - load<u32>(cell, 12);
    const time = form >>> 24;
    if (time != 0) {
      const times = counts + 8 + (<usize>time << 2);
      store<u32>(times, load<u32>(times) + 1);
    }
    store<u32>(counts, load<u32>(counts) + 1);
    store<u32>(counts, min<u32>(bytes, load<u32>(counts, 4)), 4);
    store<u32>(counts, max<u32>(bytes, load<u32>(counts, 8)), 8);
  }
}
