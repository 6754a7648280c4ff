import {
  addBytes,
  beginFingerprint,
  contentRest,
  contentSixteen,
  fingerprintHi,
  fingerprintLo,
  SEED_A,
  SEED_B,
} from './hash.ts';
import { idClass, maskOf, scratch, urlSafe } from './memory.ts';
import { isUser } from './tables.ts';
import { parts } from './write.ts';

/** Of the id or key last checked: its fingerprint, and whether it had to be lower-cased. */
export let keyLo: u32 = 0;
export let keyHi: u32 = 0;
export let wasUpper: bool = false;

/** The classes of the bytes of an id besides invalid ones, as in byte-classes.ts. */
const ID_DIGIT: u32 = 1;
const ID_OTHER: u32 = 2;
const ID_E: u32 = 4;
const ID_INVALID: u32 = 16;

@inline
function within(bytes: v128, first: i8, count: i8): v128 {
  return i8x16.lt_u(i8x16.sub(bytes, i8x16.splat(first)), i8x16.splat(count));
}

@inline
function addVector(bytes: v128, count: u32): void {
  const isLong = count > 8;
  if (isLong) addBytes(<u64>i64x2.extract_lane(bytes, 0), 8);
  addBytes(<u64>(isLong ? i64x2.extract_lane(bytes, 1) : i64x2.extract_lane(bytes, 0)), isLong ? count - 8 : count);
}

/**
 * True if an id is certainly valid. The pipeline may add text before and after it.
 * @param a the running sums after the text before it
 * @param classes the classes of the bytes of both texts
 */
export function checkId(
  from: usize,
  end: usize,
  a: u32,
  b: u32,
  after: usize,
  afterBytes: usize,
  affixClasses: u32,
): bool {
  let classes = affixClasses;
  let isValid = true;
  let upper: i32 = 0;
  beginFingerprint(a, b);
  for (let at = from; at < end; at += 16) {
    const count = min<usize>(end - at, 16);
    const mask = maskOf(count);
    const written = v128.and(v128.load(at), mask);
    const capital = within(written, 0x41, 26);
    const bytes = i8x16.add(written, v128.and(capital, i8x16.splat(0x20)));
    const digit = within(bytes, 0x30, 10);
    const e = i8x16.eq(bytes, i8x16.splat(0x65));
    const letter = within(bytes, 0x61, 26);
    const mark = v128.or(i8x16.eq(bytes, i8x16.splat(0x5f)), i8x16.eq(bytes, i8x16.splat(0x2d)));
    const known = v128.or(v128.or(digit, letter), v128.or(mark, v128.not(mask)));
    if (!i8x16.all_true(known)) isValid = false;
    if (v128.any_true(digit)) classes |= ID_DIGIT;
    if (v128.any_true(e)) classes |= ID_E;
    if (v128.any_true(v128.or(v128.andnot(letter, e), mark))) classes |= ID_OTHER;
    upper |= i8x16.bitmask(capital);
    addVector(bytes, <u32>count);
  }
  for (let at: usize = 0; at < afterBytes; at++) addBytes(load<u8>(after + at), 1);
  keyLo = fingerprintLo();
  keyHi = fingerprintHi(keyLo);
  wasUpper = upper != 0;
  return isValid && classes < ID_INVALID && classes != (ID_DIGIT | ID_E);
}

/** True if UTF-8 bytes contain a C1 control or a character that changes the writing direction. */
function hasControl(from: usize, end: usize): bool {
  for (let at = from; at < end; at += 16) {
    const first = v128.load(at);
    const second = v128.load(at + 1);
    const third = v128.load(at + 2);
    const c1 = v128.and(i8x16.eq(first, i8x16.splat(<i8>0xc2)), i8x16.lt_u(second, i8x16.splat(<i8>0xa0)));
    const marks = v128.or(
      v128.and(i8x16.eq(second, i8x16.splat(<i8>0x80)), within(third, <i8>0xaa, 5)),
      v128.and(i8x16.eq(second, i8x16.splat(<i8>0x81)), within(third, <i8>0xa6, 4)),
    );
    const found = v128.or(c1, v128.and(i8x16.eq(first, i8x16.splat(<i8>0xe2)), marks));
    if (v128.any_true(v128.and(found, maskOf(min<usize>(end - at, 16))))) return true;
  }
  return false;
}

@inline
function visible(bytes: v128): v128 {
  const ascii = v128.and(i8x16.gt_s(bytes, i8x16.splat(0x20)), i8x16.ne(bytes, i8x16.splat(0x7f)));
  const two = within(bytes, <i8>0xc3, <i8>(0xe1 - 0xc3));
  const more = v128.and(
    i8x16.ge_u(bytes, i8x16.splat(<i8>0xe4)),
    i8x16.ne(bytes, i8x16.splat(<i8>0xef)),
  );
  return v128.or(ascii, v128.or(two, more));
}

/** Places at which such a character may begin; `next` are the bytes one further on. */
@inline
function doubtful(bytes: v128, next: v128): v128 {
  return v128.or(
    v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xc2)), i8x16.lt_u(next, i8x16.splat(<i8>0xa0))),
    v128.and(i8x16.eq(bytes, i8x16.splat(<i8>0xe2)), i8x16.lt_u(next, i8x16.splat(<i8>0x82))),
  );
}

/** True if a key is certainly valid: any characters except control characters, not all of them blank. */
export function checkKey(from: usize, end: usize): bool {
  let seen = i8x16.splat(0);
  let doubt = i8x16.splat(0);
  let control = i8x16.splat(0);
  beginFingerprint(SEED_A, SEED_B);
  for (let at = from; at < end; at += 16) {
    const count = min<usize>(end - at, 16);
    const mask = maskOf(count);
    const bytes = v128.and(v128.load(at), mask);
    const low = v128.and(i8x16.lt_u(bytes, i8x16.splat(0x20)), mask);
    control = v128.or(control, v128.or(low, i8x16.eq(bytes, i8x16.splat(0x7f))));
    seen = v128.or(seen, visible(bytes));
    doubt = v128.or(doubt, doubtful(bytes, v128.load(at + 1)));
    addVector(bytes, <u32>count);
  }
  keyLo = fingerprintLo();
  keyHi = fingerprintHi(keyLo);
  if (v128.any_true(control) || !v128.any_true(seen)) return false;
  if (v128.any_true(doubt) && hasControl(from, end)) return false;
  // A spreadsheet's form of a long number: 1.23457E+18.
  return !(load<u8>(end - 3) == 0x2b && load<u8>(end - 4) == 0x45);
}

const MENTIONED_BYTES_MAX: usize = 100;

/** True if the id of a known user, and the end of a mention, stand at a place of a text. */
function isMention(from: usize, end: usize): bool {
  let at = from;
  beginFingerprint(SEED_A, SEED_B);
  for (; at < end && <u32>load<u8>(idClass + load<u8>(at)) < ID_INVALID; at++) {
    const byte: u32 = load<u8>(at);
    addBytes(byte - 0x41 < 26 ? byte + 0x20 : byte, 1);
  }
  if (at == from || at - from > MENTIONED_BYTES_MAX || at == end || load<u8>(at) != 0x3e) return false;
  const lo = fingerprintLo();
  return isUser(lo, fingerprintHi(lo));
}

/** True if a text mentions a user, `<@uid:UID>`: one who is not certainly in the service, or any if rows are written, to which the names of users are added. */
function hasMention(from: usize, end: usize): bool {
  for (let at = from; at + 6 < end; at++)
    if (load<u32>(at) == 0x6975403c && load<u16>(at + 4) == 0x3a64 && (parts != 0 || !isMention(at + 6, end)))
      return true;
  return false;
}

/**
 * Checks that a text is certainly valid: not blank, no control character besides tab and line ends, and no mention.
 * @param sum the hash of a record's content before it
 * @returns the hash with the text; below 0 if it is not
 */
export function checkText(from: usize, end: usize, sum: u32): i64 {
  let after = sum;
  let isSeen = false;
  let odd = i8x16.splat(0);
  let at = from;
  for (; at + 16 <= end; at += 16) {
    const bytes = v128.load(at);
    odd = v128.or(odd, oddIn(bytes, v128.load(at + 1)));
    if (!isSeen) isSeen = v128.any_true(visible(bytes));
    after = contentSixteen(after, at);
  }
  if (at < end) {
    // What follows the text becomes blank.
    const bytes = v128.bitselect(v128.load(at), i8x16.splat(0x20), maskOf(end - at));
    odd = v128.or(odd, oddIn(bytes, v128.load(at + 1)));
    if (!isSeen) isSeen = v128.any_true(visible(bytes));
  }
  if (!isSeen) return -1;
  if (v128.any_true(odd) && (hasAsciiControl(from, end) || hasMention(from, end) || hasControl(from, end)))
    return -1;
  return <i64>contentRest(after, at, <u32>(end - at));
}

/** Of the bytes below 16, all but tab and line ends. */
@inline
function lowControl(bytes: v128): v128 {
  return i8x16.swizzle(i8x16(-1, -1, -1, -1, -1, -1, -1, -1, -1, 0, 0, -1, -1, 0, -1, -1), bytes);
}

@inline
function asciiControl(bytes: v128): v128 {
  return v128.or(lowControl(bytes), v128.or(within(bytes, 0x10, 16), i8x16.eq(bytes, i8x16.splat(0x7f))));
}

/** Places at which a text may have what it must not; `next` are the bytes one further on. */
@inline
function oddIn(bytes: v128, next: v128): v128 {
  return v128.or(
    v128.or(asciiControl(bytes), doubtful(bytes, next)),
    i8x16.eq(bytes, i8x16.splat(0x3c)),
  );
}

function hasAsciiControl(from: usize, end: usize): bool {
  for (let at = from; at < end; at += 16) {
    const found = v128.and(asciiControl(v128.load(at)), maskOf(min<usize>(end - at, 16)));
    if (v128.any_true(found)) return true;
  }
  return false;
}

/** Copies a cell to the scratch without the first byte of each pair of quotes; returns the end of the copy. */
export function withoutPairs(from: usize, end: usize): usize {
  let at = from;
  let out = scratch;
  while (at < end) {
    const count = min<usize>(end - at, 16);
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const found = i8x16.bitmask(v128.and(i8x16.eq(bytes, i8x16.splat(0x22)), maskOf(count)));
    if (found == 0) {
      at += count;
      out += count;
    } else {
      at += ctz(found) + 2;
      out += ctz(found) + 1;
    }
  }
  return out;
}

/** Copies the content of a JSON string without its escapes, none of which is a code; returns the end of the copy. */
export function withoutEscapes(from: usize, end: usize): usize {
  let at = from;
  let out = scratch;
  while (at < end) {
    const count = min<usize>(end - at, 16);
    const bytes = v128.load(at);
    v128.store(out, bytes);
    const found = i8x16.bitmask(v128.and(i8x16.eq(bytes, i8x16.splat(0x5c)), maskOf(count)));
    if (found == 0) {
      at += count;
      out += count;
      continue;
    }
    at += ctz(found) + 2;
    out += ctz(found);
    const letter = load<u8>(at - 1);
    let byte = letter;
    if (letter == 0x6e) byte = 0x0a;
    else if (letter == 0x72) byte = 0x0d;
    else if (letter == 0x74) byte = 0x09;
    else if (letter == 0x62) byte = 0x08;
    else if (letter == 0x66) byte = 0x0c;
    store<u8>(out, byte);
    out++;
  }
  return out;
}

const DOT: u8 = 0x2e;

/** True if a cell is certainly a complete http or https address with a host name; see cell-check.ts. */
export function checkUrl(from: usize, end: usize): bool {
  for (let at = from; at < end; at++) if (load<u8>(urlSafe + load<u8>(at)) == 0) return false;
  if (end - from < 9 || load<u32>(from) != 0x70747468) return false;
  let at = from + 4;
  if (load<u8>(at) == 0x73) at++;
  if (load<u8>(at) != 0x3a || load<u16>(at + 1) != 0x2f2f) return false;
  at += 3;
  const host = at;
  let label = at;
  for (; at < end && load<u8>(at) != 0x2f; at++) {
    const byte = load<u8>(at);
    if (byte == DOT) {
      if (at == label) return false;
      label = at + 1;
    } else if (<u32>load<u8>(idClass + byte) == ID_INVALID || byte == 0x5f) return false;
    else if (byte == 0x2d && load<u8>(at - 1) == 0x2d) return false;
  }
  const first = load<u8>(label);
  return at > label && label > host && first >= 0x61 && first <= 0x7a;
}
