import { day, month, readClock, secondOfDay, year } from './clock.ts';

/** Ways in which the times of a column are read. */
export const AUTO: u32 = 0;
export const ISO: u32 = 1;
export const IN_SECONDS: u32 = 2;
export const IN_MILLISECONDS: u32 = 3;
export const IN_MICROSECONDS: u32 = 4;
export const DECLARED: u32 = 5;

/** The form of a cell's time, as in time-check.ts. */
const SECONDS: u32 = 0;
const MILLISECONDS: u32 = 1;
const MICROSECONDS: u32 = 2;
const ISO_WITH_ZONE: u32 = 3;
const ISO_WITHOUT_ZONE: u32 = 4;

/** The service accepts ten digits only, so no time before 2001-09-09. */
const SECONDS_MIN: i64 = 1_000_000_000;
/** Facts have 32 bits for a time: one after 2106 is checked elsewhere. */
const SECONDS_MAX: i64 = 0xffff_ffff;
const DAY_SECONDS: i64 = 86_400;

/** Of the time last read: epoch seconds, its form, and whether a fraction of a second was cut off. */
export let seconds: u32 = 0;
export let timeForm: u32 = 0;
export let wasCut: bool = false;

/** A table of the days of a zone, a byte each: see zone-days.ts. */
const FIRST_DAY: i32 = 11_573;
const ZONE_DAYS: i32 = 32_768;
const CHANGES: i32 = 255;
const ON_UTC: i32 = 100;
const QUARTER_SECONDS: i64 = 900;
/** No time is left if this is subtracted. */
const NO_SHIFT: i64 = 0x7fff_ffff_ffff;

/** Address of a day that was asked for and of which a table knows nothing yet; 0 if there was none. */
export let missing: usize = 0;

export function forgetMissing(): void {
  missing = 0;
}

/**
 * True if a cell is certainly a time that the service accepts.
 * @param how the reading, the steps of a declared format, their number, the days of the zone (0 if there is none) and the
 *   form of a declared format, a word each
 */
export function readTime(from: usize, end: usize, how: usize): bool {
  const reading = load<u32>(how);
  const length = end - from;
  if (reading == ISO || (reading == AUTO && length > 16)) return readIso(from, end, load<u32>(how, 12));
  if (reading == DECLARED) {
    timeForm = load<u32>(how, 16);
    return readDeclared(from, end, load<u32>(how, 4), load<u32>(how, 8), load<u32>(how, 12));
  }
  if (reading == IN_MILLISECONDS) return length == 13 && readUnits(from, end, 1_000, MILLISECONDS);
  if (reading == IN_MICROSECONDS) return length == 16 && readUnits(from, end, 1_000_000, MICROSECONDS);
  return length == 10 && readUnits(from, end, 1, SECONDS);
}

@inline
function isDigit(byte: u32): bool {
  return byte - 0x30 < 10;
}

function readUnits(from: usize, end: usize, divisor: i64, form: u32): bool {
  let value: i64 = 0;
  for (let at = from; at < end; at++) {
    const byte: u32 = load<u8>(at);
    if (!isDigit(byte)) return false;
    value = value * 10 + (byte - 0x30);
  }
  const whole = value / divisor;
  seconds = <u32>whole;
  wasCut = whole * divisor != value;
  timeForm = form;
  return whole >= SECONDS_MIN && whole <= SECONDS_MAX;
}

/** A number of two digits; if it is not one, a value greater than any part of a time. */
@inline
function two(at: usize): i32 {
  const tens = <u32>load<u8>(at) - 0x30;
  const ones = <u32>load<u8>(at + 1) - 0x30;
  return tens > 9 || ones > 9 ? 100_000 : <i32>(tens * 10 + ones);
}

@inline
function isLeap(year: i32): bool {
  return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/** Days from 1970 to a date; -1 if there is no such day, or it is before 1970. */
export function daysOf(year: i32, month: i32, day: i32): i32 {
  if (year < 1970 || year > 9999 || month < 1 || month > 12 || day < 1) return -1;
  const isShort = month == 4 || month == 6 || month == 9 || month == 11;
  const length = month == 2 ? (isLeap(year) ? 29 : 28) : isShort ? 30 : 31;
  if (day > length) return -1;
  // Counted from March, so that the day of a leap year comes last.
  const years = month > 2 ? year : year - 1;
  const months = month > 2 ? month - 3 : month + 9;
  const leaps = years / 4 - years / 100 + years / 400;
  return years * 365 + leaps + (153 * months + 2) / 5 + day - 1 - 719_468;
}

function readDeclared(from: usize, end: usize, steps: usize, count: u32, zone: usize): bool {
  if (!readClock(from, end, steps, count)) return false;
  const days = daysOf(year, month, day);
  if (days < 0) return false;
  wasCut = false;
  return isTime(<i64>days * DAY_SECONDS + secondOfDay - shiftOn(days, zone));
}

/** Seconds that the clocks of a zone are ahead of UTC during a day and the hours around it. */
function shiftOn(day: i32, zone: usize): i64 {
  const index = day - FIRST_DAY;
  if (zone == 0 || index < 0 || index >= ZONE_DAYS) return NO_SHIFT;
  const value: i32 = load<u8>(zone + index);
  if (value == 0) missing = zone + index;
  return value == 0 || value == CHANGES ? NO_SHIFT : <i64>(value - ON_UTC) * QUARTER_SECONDS;
}

@inline
function isTime(value: i64): bool {
  seconds = <u32>value;
  return value >= SECONDS_MIN && value <= SECONDS_MAX;
}

/** `2024-02-28T10:00:00`, an optional fraction, and `Z`, an offset from UTC, or nothing if the zone is known. */
function readIso(from: usize, end: usize, zone: usize): bool {
  if (end - from < 19 || !isPunctuated(from)) return false;
  const days = daysOf(two(from) * 100 + two(from + 2), two(from + 5), two(from + 8));
  const hour = two(from + 11);
  const minute = two(from + 14);
  const second = two(from + 17);
  if (days < 0 || hour > 23 || minute > 59 || second > 59) return false;
  const at = endOfFraction(from + 19, end);
  if (at == 0) return false;
  let shift: i64 = 0;
  timeForm = ISO_WITH_ZONE;
  if (at == end) {
    shift = shiftOn(days, zone);
    timeForm = ISO_WITHOUT_ZONE;
  } else if (end - at == 1) {
    if (load<u8>(at) != 0x5a) return false;
  } else {
    const sign = load<u8>(at);
    if (end - at != 6 || load<u8>(at + 3) != 0x3a || (sign != 0x2b && sign != 0x2d)) return false;
    const hours = two(at + 1);
    const minutes = two(at + 4);
    if (hours > 14 || minutes > 59) return false;
    shift = hours * 3_600 + minutes * 60;
    if (sign == 0x2d) shift = -shift;
  }
  return isTime(<i64>days * DAY_SECONDS + hour * 3_600 + minute * 60 + second - shift);
}

@inline
function isPunctuated(from: usize): bool {
  const separator = load<u8>(from + 10);
  return (
    load<u8>(from + 4) == 0x2d &&
    load<u8>(from + 7) == 0x2d &&
    (separator == 0x54 || separator == 0x20) &&
    load<u8>(from + 13) == 0x3a &&
    load<u8>(from + 16) == 0x3a
  );
}

/** The end of the optional fraction at `from`; 0 if it is not valid. */
function endOfFraction(from: usize, end: usize): usize {
  wasCut = false;
  if (from >= end || load<u8>(from) != 0x2e) return from;
  let at = from + 1;
  for (; at < end && isDigit(load<u8>(at)); at++) if (load<u8>(at) != 0x30) wasCut = true;
  const digits = at - from - 1;
  return digits == 0 || digits > 9 ? 0 : at;
}
