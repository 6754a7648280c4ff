import { ClockReader } from './clock-reader.ts';
import type { ClockFormat } from './clock-steps.ts';
import {
  ISO_WITH_ZONE,
  ISO_WITHOUT_ZONE,
  MICROSECONDS,
  MILLISECONDS,
  OTHER_TIME,
  SECONDS,
} from './time-form.ts';
import type { ZoneDays } from './zone-days.ts';

/** How the times of a column are read: `auto` is seconds or ISO 8601; and in which zone they are if they name none. */
export type TimeReading = {
  readonly format: 'auto' | 'iso' | 's' | 'ms' | 'us' | ClockFormat;
  readonly zone: ZoneDays | undefined;
};

const ZERO = 0x30;
const DASH = 0x2d;
const COLON = 0x3a;
const DAY_SECONDS = 86_400;
const DAYS_BEFORE_MONTH = [0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334];
const DAYS_IN_MONTH = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const DIGITS_OF = { s: 10, ms: 13, us: 16 } as const;
const DIVISOR_OF = { s: 1, ms: 1_000, us: 1_000_000 } as const;
/** The service accepts ten digits only, so no time before 2001-09-09. */
const SECONDS_MIN = 1_000_000_000;
const SECONDS_MAX = 9_999_999_999;

/** Reads times in the forms that most exports use; any other form is left to be checked as a row. */
export class TimeCheck {
  /** Epoch seconds of the last time that was read. */
  seconds = 0;
  /** How the last time was written. */
  form = OTHER_TIME;
  /** Whether a fraction of a second was cut off. */
  cut = false;
  readonly #clock = new ClockReader();

  /** True if the cell is certainly such a time and within the range that the service accepts. */
  read(bytes: Uint8Array, from: number, end: number, { format, zone }: TimeReading): boolean {
    const length = end - from;
    if (typeof format === 'object') return this.#declared(bytes, from, end, format, zone);
    if (format === 'iso' || (format === 'auto' && length > 16)) return this.#iso(bytes, from, end, zone);
    const unit = format === 'auto' ? 's' : format;
    if (length !== DIGITS_OF[unit]) return false;
    let value = 0;
    for (let at = from; at < end; at++) {
      const digit = (bytes[at] as number) - ZERO;
      if (digit < 0 || digit > 9) return false;
      value = value * 10 + digit;
    }
    const divisor = DIVISOR_OF[unit];
    this.seconds = Math.floor(value / divisor);
    this.cut = this.seconds * divisor !== value;
    this.form = unit === 's' ? SECONDS : unit === 'ms' ? MILLISECONDS : MICROSECONDS;
    return this.seconds >= SECONDS_MIN;
  }

  #declared(
    bytes: Uint8Array,
    from: number,
    end: number,
    { steps, form }: ClockFormat,
    zone: ZoneDays | undefined,
  ): boolean {
    const clock = this.#clock;
    if (!zone || !clock.reads(steps, bytes, from, end)) return false;
    const days = daysOf(clock.year, clock.month, clock.day);
    this.cut = false;
    this.form = form;
    return this.#isTime(days * DAY_SECONDS + clock.second - zone.offsetAt(days, clock.second));
  }

  /** Keeps seconds if they are a time that the service accepts. */
  #isTime(seconds: number): boolean {
    this.seconds = seconds;
    return seconds >= SECONDS_MIN && seconds <= SECONDS_MAX;
  }

  /** `2024-02-28T10:00:00`, an optional fraction, and `Z`, an offset from UTC, or nothing if the zone is known. */
  #iso(bytes: Uint8Array, from: number, end: number, zone: ZoneDays | undefined): boolean {
    if (end - from < 19 || !isPunctuated(bytes, from)) return false;
    const days = daysOf(
      two(bytes, from) * 100 + two(bytes, from + 2),
      two(bytes, from + 5),
      two(bytes, from + 8),
    );
    const hour = two(bytes, from + 11);
    const minute = two(bytes, from + 14);
    const second = two(bytes, from + 17);
    if (Number.isNaN(days) || hour > 23 || minute > 59 || second > 59) return false;
    const at = this.#fraction(bytes, from + 19, end);
    if (at < 0) return false;
    const inDay = hour * 3_600 + minute * 60 + second;
    const shift = at < end ? offsetSeconds(bytes, at, end) : (zone?.offsetAt(days, inDay) ?? Number.NaN);
    this.form = at < end ? ISO_WITH_ZONE : ISO_WITHOUT_ZONE;
    return this.#isTime(days * DAY_SECONDS + inDay - shift);
  }

  /** Where the optional fraction at `from` ends; -1 if it is not valid. */
  #fraction(bytes: Uint8Array, from: number, end: number): number {
    this.cut = false;
    if (from >= end || bytes[from] !== 0x2e) return from;
    let at = from + 1;
    for (; at < end && isDigit(bytes[at] as number); at++) if (bytes[at] !== ZERO) this.cut = true;
    const digits = at - from - 1;
    return digits === 0 || digits > 9 ? -1 : at;
  }
}

/** A number of two digits; if it is not one, a value greater than any part of a time. */
function two(bytes: Uint8Array, at: number): number {
  const tens = (bytes[at] as number) - ZERO;
  const ones = (bytes[at + 1] as number) - ZERO;
  return tens < 0 || tens > 9 || ones < 0 || ones > 9 ? 100_000 : tens * 10 + ones;
}

function isPunctuated(bytes: Uint8Array, from: number): boolean {
  const separator = bytes[from + 10];
  return (
    bytes[from + 4] === DASH &&
    bytes[from + 7] === DASH &&
    (separator === 0x54 || separator === 0x20) &&
    bytes[from + 13] === COLON &&
    bytes[from + 16] === COLON
  );
}

/** Days from 1970 to a date; NaN if there is no such day. */
function daysOf(year: number, month: number, day: number): number {
  if (year > 9999 || month < 1 || month > 12) return Number.NaN;
  const leap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  const length = (DAYS_IN_MONTH[month - 1] as number) + (leap && month === 2 ? 1 : 0);
  if (day < 1 || day > length) return Number.NaN;
  const before = year - 1;
  const leaps = Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  const dayOfYear = (DAYS_BEFORE_MONTH[month - 1] as number) + (leap && month > 2 ? 1 : 0) + day - 1;
  return before * 365 + leaps + dayOfYear - 719_162;
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= 0x39;

/** Seconds east of UTC of `Z` or `+02:00`; NaN for anything else. */
function offsetSeconds(bytes: Uint8Array, at: number, end: number): number {
  if (end - at === 1) return bytes[at] === 0x5a ? 0 : Number.NaN;
  if (end - at !== 6 || bytes[at + 3] !== COLON) return Number.NaN;
  const sign = bytes[at] === 0x2b ? 1 : bytes[at] === DASH ? -1 : Number.NaN;
  let value = 0;
  for (const place of [1, 2, 4, 5]) {
    const byte = bytes[at + place] as number;
    if (!isDigit(byte)) return Number.NaN;
    value = value * 10 + byte - ZERO;
  }
  const hours = Math.floor(value / 100);
  const minutes = value % 100;
  return hours > 14 || minutes > 59 ? Number.NaN : sign * (hours * 3_600 + minutes * 60);
}
