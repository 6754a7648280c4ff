import { checkId, checkKey, checkText, checkUrl, keyHi, keyLo, wasUpper, withoutEscapes, withoutPairs } from './cells.ts';
import { CHECK_BYTES, ID, JSON_CELL, KEY_TEXT, TAGS, TEXT, TIME, URL, WORD } from './checks.ts';
import {
  CONTENT,
  CUT_SHIFT,
  FLAGS,
  IS_KNOWN,
  IS_REPLY,
  LOST,
  NOWHERE,
  PARENT,
  SECONDS,
  TO_GROUP,
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
import { FOUND } from './parts.ts';
import { isKnown } from './tables.ts';
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

/** The facts that the cells of the current record have told so far. */
let sum: u32 = 0;
let flags: u32 = 0;
let lost: u32 = 0;

/** True if the record whose cells were found is certainly valid by itself; fills its row of facts. */
export function judge(row: usize): bool {
  sum = CONTENT_SEED;
  flags = 0;
  lost = alwaysLost;
  // Only an owner and a time may be missing in a valid record.
  store<u64>(row, 0, 8);
  store<u32>(row, 0, SECONDS);
  const end = checks + <usize>count * CHECK_BYTES;
  for (let check = checks; check < end; check += CHECK_BYTES) {
    const cell = <usize>load<u32>(check, 4);
    const form = cell == 0 ? EMPTY : load<u32>(cell, 8);
    if (form == EMPTY) {
      if (!takesEmpty(check, row)) return false;
    } else if (!takes(check, cell, form, row)) return false;
  }
  store<u32>(row, contentDone(sum), CONTENT);
  if (isKnown(row, (flags & TO_GROUP) != 0)) flags |= IS_KNOWN;
  store<u32>(row, flags, FLAGS);
  store<u32>(row, lost, LOST);
  // Who has records written counts no cells.
  if (parts == 0) addToTally();
  return true;
}

/** An empty field takes its fallback, which may be the time of the row; without one, it must not be required. */
@inline
function takesEmpty(check: usize, row: usize): bool {
  const fallback = load<u32>(check, 24);
  if (fallback == NO_FALLBACK) return load<u32>(check, 20) == 0;
  if (fallback == SENT_AT) {
    sum = contentSeconds(contentField(sum, load<u32>(check, 12)), load<u32>(row, SECONDS));
    return true;
  }
  sum = contentPair(contentField(sum, load<u32>(check, 12)), load<u32>(check, 28), load<u32>(check, 32));
  flags |= load<u32>(check, 36);
  return true;
}

@inline
function takes(check: usize, cell: usize, form: u32, row: usize): bool {
  const kind = load<u32>(check);
  const from = <usize>load<u32>(cell);
  const end = <usize>load<u32>(cell, 4);
  lost |= load<u32>(check, 40);
  if (end - from > <usize>load<u32>(check, 16)) return false;
  if (form != PLAIN && !reads(form, kind, from, end)) return false;
  sum = contentField(sum, load<u32>(check, 12));
  if (kind == ID) {
    const isValid = checkId(
      from,
      end,
      load<u32>(check, 52),
      load<u32>(check, 56),
      load<u32>(check, 44),
      load<u32>(check, 48),
      load<u32>(check, 60),
    );
    if (!isValid) return false;
    if (wasUpper) flags |= WAS_UPPER;
    keep(check, row);
    return true;
  }
  if (kind == TEXT) return takesText(form, from, end);
  if (kind == TIME) return takesTime(check, cell, from, end, row);
  if (kind == WORD) return takesWord(check, from, end);
  if (kind == JSON_CELL || kind == TAGS) return takesJson(form, from, end, kind);
  if (kind == KEY_TEXT) {
    if (!checkKey(from, end)) return false;
    keep(check, row);
    return true;
  }
  if (kind != URL || !checkUrl(from, end)) return false;
  sum = contentBytes(sum, from, end);
  return true;
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

@inline
function takesText(form: u32, from: usize, end: usize): bool {
  if (form != DOUBLED && form != ESCAPED) {
    if (!checkText(from, end)) return false;
    sum = contentBytes(sum, from, end);
    return true;
  }
  const copied = form == DOUBLED ? withoutPairs(from, end) : withoutEscapes(from, end);
  if (!checkText(scratch, copied)) return false;
  sum = contentBytes(sum, scratch, copied);
  return true;
}

@inline
function takesTime(check: usize, cell: usize, from: usize, end: usize, row: usize): bool {
  if (!readTime(from, end, check + 44)) return false;
  if (wasCut && flags >>> CUT_SHIFT == 0) flags |= (load<u32>(check, 12) + 1) << CUT_SHIFT;
  sum = contentSeconds(sum, seconds);
  if (<usize>load<u32>(check, 8) == SECONDS) store<u32>(row, seconds, SECONDS);
  // The form is counted with the cell, once the whole record is known to be valid.
  store<u32>(cell, timeForm + 1, 12);
  if (parts != 0) store<u32>(partOf(check), seconds, FOUND);
  return true;
}

/** A JSON object or tags, whose text is hashed as the service gets it. */
function takesJson(form: u32, from: usize, end: usize, kind: u32): bool {
  let start = from;
  let last = end;
  if (form == DOUBLED || form == ESCAPED) {
    start = scratch;
    last = form == DOUBLED ? withoutPairs(from, end) : withoutEscapes(from, end);
  }
  if (!readNested(start, last) || nestedEnd != last) return false;
  if (kind == TAGS ? !isTags() : load<u8>(start) != 0x7b) return false;
  sum = contentBytes(sum, writtenFrom, writtenEnd);
  return true;
}

/** Words are 64 bytes each: length, fingerprint, flags, then up to 32 bytes of text. */
@inline
function takesWord(check: usize, from: usize, end: usize): bool {
  const length = end - from;
  if (length > 32) return false;
  const low = v128.and(v128.load(from), maskOf(min<usize>(length, 16)));
  const words = <usize>load<u32>(check, 44);
  const last = words + (<usize>load<u32>(check, 48) << 6);
  for (let word = words; word < last; word += 64) {
    if (<usize>load<u32>(word) != length) continue;
    if (!i8x16.all_true(i8x16.eq(low, v128.load(word, 16)))) continue;
    if (length > 16) {
      const high = v128.and(v128.load(from + 16), maskOf(length - 16));
      if (!i8x16.all_true(i8x16.eq(high, v128.load(word, 32)))) continue;
    }
    sum = contentPair(sum, load<u32>(word, 4), load<u32>(word, 8));
    flags |= load<u32>(word, 12);
    if (parts != 0) store<u32>(partOf(check), <u32>word, FOUND);
    return true;
  }
  return false;
}

/** The part that is written of the field of a check. */
@inline
function partOf(check: usize): usize {
  return parts + (check - checks);
}

@inline
function keep(check: usize, row: usize): void {
  sum = contentPair(sum, keyLo, keyHi);
  const place = load<u32>(check, 8);
  if (place >= NOWHERE) return;
  store<u32>(row + place, keyLo);
  store<u32>(row + place, keyHi, 4);
  if (place == PARENT) flags |= IS_REPLY;
}

/** By column, 64 bytes: cells with a value, bytes of the shortest and the longest, and cells by form of time. */
@inline
function addToTally(): void {
  for (let column: u32 = 0; column < columns; column++) {
    const cell = cells + (<usize>column << 4);
    const form = load<u32>(cell, 8);
    if (form == EMPTY) continue;
    const counts = tally + (<usize>column << 6);
    let bytes = load<u32>(cell, 4) - load<u32>(cell);
    const more = load<u32>(cell, 12);
    if (more != 0) {
      if (form == PLAIN || form == LITERAL) {
        const times = counts + 8 + (<usize>more << 2);
        store<u32>(times, load<u32>(times) + 1);
      } else bytes -= more;
    }
    store<u32>(counts, load<u32>(counts) + 1);
    store<u32>(counts, min<u32>(bytes, load<u32>(counts, 4)), 4);
    store<u32>(counts, max<u32>(bytes, load<u32>(counts, 8)), 8);
  }
}
