import { type ClockTime, formatReader } from './declared-time.ts';
import { luxon } from './luxon.ts';
import { instantsOf, offsetOfDay } from './zone-offset.ts';

/**
 * The form in which the times of a column are written: `iso`, a unit of epoch time, or a luxon format; `zone` is
 * for times without one.
 */
export type TimeFormat = { readonly time?: string | undefined; readonly zone?: string | undefined };

/** A time in epoch seconds, or the code and message of a Problem. */
export type ParsedTime = { readonly seconds: number } | { readonly code: TimeCode; readonly message: string };
type TimeCode = 'ROW.TIME_INVALID' | 'ROW.TIME_NO_ZONE';

const UNITS: Readonly<Record<string, number>> = { s: 1, ms: 1_000, us: 1_000_000 };
const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,]\d{1,9})?)?)?(Z|[+-]\d\d(?::?\d\d)?)?$/i;

/** Ten digits. */
const SECONDS_MAX = 9_999_999_999;
/** Those of the usual form without a fraction. */
const USUAL_CHARS = '2024-02-28T10:00:00Z'.length;

const invalid = (message: string): ParsedTime => ({ code: 'ROW.TIME_INVALID', message });

/** True if a name is a known time zone. */
export function isZone(zone: string): boolean {
  return zone === 'utc' || luxon().IANAZone.isValidZone(zone);
}

/**
 * Reads one time. Without a declared format, digits are epoch seconds and everything else must be ISO 8601 with a zone.
 * Fractions of a second are cut, because the service stores whole seconds.
 */
export function parseTime(value: string | number | bigint, format: TimeFormat = {}): ParsedTime {
  const written = String(value).trim();
  const { time, zone } = format;
  if (time === undefined || time === 'iso') {
    // Fractions are cut, not rounded.
    const seconds = written.length === USUAL_CHARS ? usualInstant(written) / 1_000 : 0;
    if (seconds > 0 && seconds <= SECONDS_MAX) return { seconds };
  }
  if (time !== undefined && Object.hasOwn(UNITS, time)) return parseUnits(written, UNITS[time] as number);
  if (time === undefined && /^-?\d+(\.\d+)?$/.test(written)) return parseUnits(written, 1);
  if (time === undefined || time === 'iso') return parseIso(written, zone);
  return parseDeclared(written, time, zone);
}

/** Texts with which programs write that there is no time: words, nothing but zeros, and the first moments of their calendars. */
const NO_TIME =
  /^(?:false|no|none|null|nil|n\/a|nan|undefined|\\n|-1?|(?=[:.,/ tz+-]*0)[0:.,/ tz+-]+|(?:1970|0001)-01-01(?:[t ]00:00(?::00(?:\.0+)?)?)?(?:z|\+00:?00)?|-62135596800)$/i;

/**
 * Tells what is wrong with a cell that says that there is no time, and what to write for it; undefined for other
 * cells.
 */
export function noTimeText(cell: unknown): string | undefined {
  if (typeof cell === 'string')
    return NO_TIME.test(cell.trim())
      ? `no time; if it means none:  nulls: [${JSON.stringify(cell)}]`
      : undefined;
  // Text alone is found in `nulls`.
  return cell === 0 || cell === false ? `not a time; if it means "no time":  pattern: "^[^0f].*"` : undefined;
}

function parseUnits(written: string, perSecond: number): ParsedTime {
  if (!/^\d{1,20}(\.\d{1,9})?$/.test(written)) return invalid('not a positive number of epoch time');
  const seconds = Math.floor(Number(written) / perSecond);
  if (seconds < 1) return invalid('the time is not after 1970');
  if (seconds > SECONDS_MAX) {
    const looks =
      perSecond === 1 && /^\d{13}$/.test(written) ? '; it looks like milliseconds (time: ms)' : '';
    return invalid(`beyond ten digits of epoch seconds${looks}`);
  }
  return { seconds };
}

const ZERO = 0x30;
const FRACTION_DIGITS_MAX = 9;
/** The places of the digits in 2024-02-28T10:00:00Z. */
const DIGITS = [0, 1, 2, 3, 5, 6, 8, 9, 11, 12, 14, 15, 17, 18] as const;
/** The last day that was asked for, `2024-02-28`, and its first millisecond: the rows of an export mostly follow in time. */
const lastDay = { number: -1, ms: 0 };

/**
 * Reads 2024-02-28T10:00:00.123456Z, as most exports write it, many times faster than a pattern and `Date.parse` do.
 * @returns milliseconds since 1970, with a fraction; NaN for any other text, and for days after the 28th, which not every month has
 */
export function usualInstant(written: string): number {
  const last = written.length - 1;
  if (last < 19 || written.charCodeAt(last) !== 0x5a || written.charCodeAt(10) !== 0x54) return Number.NaN;
  if (written.charCodeAt(4) !== 0x2d || written.charCodeAt(7) !== 0x2d) return Number.NaN;
  if (written.charCodeAt(13) !== 0x3a || written.charCodeAt(16) !== 0x3a) return Number.NaN;
  for (let each = 0; each < DIGITS.length; each++)
    if (!isDigit(written.charCodeAt(DIGITS[each] as number))) return Number.NaN;
  const hour = twoDigits(written, 11);
  const minute = twoDigits(written, 14);
  const second = twoDigits(written, 17);
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const whole = dayMs(written) + ((hour * 60 + minute) * 60 + second) * 1000;
  return last === 19 ? whole : whole + fractionMs(written, last);
}

/** The first millisecond of the day that a text begins with; NaN for one that not every month has. */
function dayMs(written: string): number {
  const year = twoDigits(written, 0) * 100 + twoDigits(written, 2);
  const month = twoDigits(written, 5);
  const day = twoDigits(written, 8);
  const number = (year * 100 + month) * 100 + day;
  if (number === lastDay.number) return lastDay.ms;
  if (year < 1970 || month < 1 || month > 12 || day < 1 || day > 28) return Number.NaN;
  lastDay.number = number;
  lastDay.ms = Date.UTC(year, month - 1, day);
  return lastDay.ms;
}

/** The milliseconds of a fraction of a second from its point up to an index; NaN if it is none. */
function fractionMs(written: string, end: number): number {
  if (written.charCodeAt(19) !== 0x2e || end === 20) return Number.NaN;
  let nanoseconds = 0;
  for (let at = 20; at < 20 + FRACTION_DIGITS_MAX; at++) {
    const code = at < end ? written.charCodeAt(at) : ZERO;
    if (!isDigit(code)) return Number.NaN;
    nanoseconds = nanoseconds * 10 + code - ZERO;
  }
  for (let at = 20 + FRACTION_DIGITS_MAX; at < end; at++)
    if (!isDigit(written.charCodeAt(at))) return Number.NaN;
  return nanoseconds / 1e6;
}

const isDigit = (code: number): boolean => code >= ZERO && code <= ZERO + 9;
const twoDigits = (written: string, at: number): number =>
  written.charCodeAt(at) * 10 + written.charCodeAt(at + 1) - ZERO * 11;

function parseIso(written: string, zone: string | undefined): ParsedTime {
  const match = ISO.exec(written);
  if (!match) return invalid('not ISO 8601 and not epoch seconds');
  const [, year, month, day, hour = '0', minute = '0', second = '0', offset] = match;
  const parts = [year, month, day, hour, minute, second].map(Number) as unknown as ClockTime;
  if (Number.isNaN(wallClock(parts))) return invalid('no such date or time of day');
  if (offset === undefined) {
    if (zone === undefined)
      return { code: 'ROW.TIME_NO_ZONE', message: 'the time has no zone and the pipeline declares none' };
    return inZone(parts, zone);
  }
  const shift = /^z$/i.test(offset) ? 0 : offsetMinutes(offset);
  if (shift === undefined) return invalid('no such offset from UTC');
  return bounded(wallClock(parts) / 1_000 - shift * 60);
}

/** Milliseconds of the parts read as UTC; NaN if there is no such date or time of day. */
function wallClock([year, month, day, hour, minute, second]: ClockTime): number {
  if (hour > 23 || minute > 59 || second > 59) return Number.NaN;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const date = new Date(ms);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day ? ms : Number.NaN;
}

function offsetMinutes(offset: string): number | undefined {
  const [, sign, hours, minutes = '0'] = /^([+-])(\d\d):?(\d\d)?$/.exec(offset) ?? [];
  if (Number(hours) > 14 || Number(minutes) > 59) return undefined;
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes));
}

/**
 * A wall clock time in a zone; the first of two in the hour that comes twice, invalid in the hour that the change to summer
 * time skips.
 */
function inZone(parts: ClockTime, zone: string): ParsedTime {
  const ms = wallClock(parts);
  const offset = Number.isNaN(ms) ? undefined : offsetOfDay(zone, ms);
  if (offset !== undefined) return bounded(ms / 1_000 - offset * 60);
  if (Number.isNaN(ms)) return invalid('no such date or time of day');
  const [first] = instantsOf(zone, ms);
  if (first === undefined) return invalid(`the clocks of ${zone} skip this time (change to summer time)`);
  return bounded(first / 1_000);
}

function parseDeclared(written: string, format: string, zone: string | undefined): ParsedTime {
  const reader = formatReader(format);
  if (reader.namesZone) {
    const seconds = reader.seconds(written);
    return seconds === undefined ? notDeclared(format) : bounded(Math.floor(seconds));
  }
  const clock = reader.clock(written);
  if (!clock || Number.isNaN(wallClock(clock))) return notDeclared(format);
  if (zone === undefined)
    return {
      code: 'ROW.TIME_NO_ZONE',
      message: `the format ${format} has no zone and the pipeline declares none`,
    };
  return inZone(clock, zone);
}

const notDeclared = (format: string): ParsedTime => invalid(`not in the declared format ${format}`);

function bounded(seconds: number): ParsedTime {
  if (seconds < 1) return invalid('the time is not after 1970');
  if (seconds > SECONDS_MAX) return invalid('beyond ten digits of epoch seconds');
  return { seconds: Math.floor(seconds) };
}

/**
 * True if a cell is a time that the clocks of its zone show twice, because they go back. Times with their offset and epoch times
 * are unique.
 * @param seconds the time that the cell was read as
 */
export function comesTwice(cell: unknown, seconds: unknown, { zone }: TimeFormat): boolean {
  if (zone === undefined || typeof seconds !== 'number') return false;
  const written = String(cell);
  const isWallClock = !/(?:Z|[+-]\d\d:?\d\d)$/i.test(written) && !/^[\d.]+$/.test(written);
  if (!isWallClock || offsetOfDay(zone, seconds * 1_000) !== undefined) return false;
  return luxon().DateTime.fromSeconds(seconds, { zone }).getPossibleOffsets().length > 1;
}
