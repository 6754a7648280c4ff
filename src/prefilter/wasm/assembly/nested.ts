// Reads JSON values that are certainly well-formed and writes them without blanks, as src/input/json/compact-json.ts does.
import { scratch } from './memory.ts';

const LF: u32 = 0x0a;
const CR: u32 = 0x0d;
const QUOTE: u32 = 0x22;
const BACKSLASH: u32 = 0x5c;
const COMMA: u32 = 0x2c;
const COLON: u32 = 0x3a;
const MINUS: u32 = 0x2d;
const DOT: u32 = 0x2e;
const ZERO: u32 = 0x30;
const UNDERLINE: u32 = 0x5f;
const OPEN: u32 = 0x7b;
const CLOSE: u32 = 0x7d;
const OPEN_LIST: u32 = 0x5b;
const CLOSE_LIST: u32 = 0x5d;
const BYTES_MAX: usize = 65_536;
const DEPTH_MAX: i32 = 8;
const NAMES_MAX: usize = 64;
const DIGITS_MAX: usize = 15;
/** A number of 16 digits that begins with one up to this is below 2^52. */
const FIRST_OF_16_MAX: u32 = 0x33;
const FRACTION_MAX: usize = 6;
/** Bytes and tags that are certainly within the limits. */
const TAG_BYTES_MAX: usize = 100;
const TAGS_MAX: u32 = 25;
/** Places in the scratch: what is written, and where the names of the open objects begin and end. */
const WRITTEN: usize = 0x4_0000;
const NAMES: usize = 0x8_0000;

/** Of the value last read: the end of it, the line ends in it, and what was written. */
export let nestedEnd: usize = 0;
export let nestedLines: u32 = 0;
export let writtenFrom: usize = 0;
export let writtenEnd: usize = 0;
let at: usize = 0;
let bound: usize = 0;
let named: usize = 0;

/** Reads a list or an object that ends before `end`; what is at the beginning of the scratch stays. */
export function readNested(from: usize, end: usize): bool {
  at = from;
  bound = min<usize>(end, from + BYTES_MAX);
  named = 0;
  nestedLines = 0;
  writtenFrom = scratch + WRITTEN;
  writtenEnd = writtenFrom;
  const isRead = takesValue(0);
  nestedEnd = at;
  return isRead;
}

@inline
function byteAt(place: usize): u32 {
  return load<u8>(place);
}

@inline
function take(): void {
  store<u8>(writtenEnd++, load<u8>(at++));
}

function takesValue(depth: i32): bool {
  const byte = byteAt(at);
  if (byte == QUOTE) return takesText();
  if (byte == OPEN) return depth < DEPTH_MAX && takesObject(depth + 1);
  if (byte == OPEN_LIST) return depth < DEPTH_MAX && takesList(depth + 1);
  return byte == MINUS || byte - ZERO < 10 ? takesNumber() : takesWord();
}

function takesObject(depth: i32): bool {
  const first = named;
  take();
  if (takesNext(CLOSE)) return true;
  for (;;) {
    if (!takesName(first) || !takesNext(COLON)) return false;
    skip();
    if (!takesValue(depth)) return false;
    if (takesNext(CLOSE)) break;
    if (!takesNext(COMMA)) return false;
    skip();
  }
  named = first;
  return true;
}

function takesList(depth: i32): bool {
  take();
  if (takesNext(CLOSE_LIST)) return true;
  while (takesValue(depth)) {
    if (takesNext(CLOSE_LIST)) return true;
    if (!takesNext(COMMA)) return false;
    skip();
  }
  return false;
}

/** A name that the object does not have yet, and that is no number. */
function takesName(first: usize): bool {
  const from = at + 1;
  if (byteAt(at) != QUOTE || named == NAMES_MAX || !takesText()) return false;
  const length = at - 1 - from;
  const byte = byteAt(from);
  if (byte - ZERO < 10 || (byte == UNDERLINE && byteAt(from + 1) == UNDERLINE)) return false;
  for (let other = first; other < named; other++) {
    const place = scratch + NAMES + (other << 3);
    const otherFrom = <usize>load<u32>(place);
    if (<usize>load<u32>(place, 4) - otherFrom == length && memory.compare(from, otherFrom, length) == 0)
      return false;
  }
  const place = scratch + NAMES + (named << 3);
  store<u32>(place, <u32>from);
  store<u32>(place, <u32>(from + length), 4);
  named++;
  return true;
}

function takesText(): bool {
  take();
  while (at < bound) {
    const byte = byteAt(at);
    if (byte < 0x20) return false;
    take();
    if (byte == QUOTE) return true;
    if (byte != BACKSLASH) continue;
    if (at >= bound || !isEscape(byteAt(at))) return false;
    take();
  }
  return false;
}

/** Quote, backslash, b f n r t: a slash is written without a backslash. */
@inline
function isEscape(letter: u32): bool {
  if (letter == QUOTE || letter == BACKSLASH) return true;
  return letter == 0x62 || letter == 0x66 || letter == 0x6e || letter == 0x72 || letter == 0x74;
}

function takesNumber(): bool {
  const isNegative = byteAt(at) == MINUS;
  if (isNegative) take();
  const first = byteAt(at);
  const whole = takesDigits();
  if (whole == 0 || (first == ZERO && whole > 1)) return false;
  const most = first <= FIRST_OF_16_MAX ? DIGITS_MAX + 1 : DIGITS_MAX;
  if (at >= bound || byteAt(at) != DOT) return whole <= most && !(isNegative && first == ZERO);
  take();
  const fraction = takesDigits();
  const isShortest = fraction > 0 && byteAt(at - 1) != ZERO;
  return isShortest && fraction <= FRACTION_MAX && whole + fraction <= most;
}

function takesDigits(): usize {
  const from = at;
  while (at < bound && byteAt(at) - ZERO < 10) take();
  return at - from;
}

/** `true`, `false` or `null`. */
function takesWord(): bool {
  const isFalse = byteAt(at) == 0x66;
  const word = load<u32>(isFalse ? at + 1 : at);
  const length: usize = isFalse ? 5 : 4;
  const isKnown = isFalse ? word == 0x65736c61 : word == 0x65757274 || word == 0x6c6c756e;
  if (!isKnown || at + length > bound) return false;
  for (let each: usize = 0; each < length; each++) take();
  return true;
}

function takesNext(byte: u32): bool {
  skip();
  if (at >= bound || byteAt(at) != byte) return false;
  take();
  return true;
}

@inline
function skip(): void {
  for (; at < bound; at++) {
    const byte = byteAt(at);
    if (byte != 0x20 && byte != 0x09 && byte != LF && byte != CR) break;
    if (byte == LF || (byte == CR && byteAt(at + 1) != LF)) nestedLines++;
  }
}

/** True if what was written is a list of tags that are certainly not too many, too long or empty. */
export function isTags(): bool {
  let place = writtenFrom;
  if (byteAt(place) != OPEN_LIST) return false;
  place++;
  for (let count: u32 = 0; byteAt(place) == QUOTE; count++) {
    const from = ++place;
    for (; byteAt(place) != QUOTE; place++) if (byteAt(place) == BACKSLASH) place++;
    if (place == from || place - from > TAG_BYTES_MAX || count == TAGS_MAX) return false;
    place++;
    if (byteAt(place) == COMMA) place++;
  }
  return place == writtenEnd - 1;
}
