/** Reads members of JSON whose types nobody guarantees. */

/** A text, or a number as it is written; undefined for nothing and for an empty text. */
export function textValue(value: unknown): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  return typeof value === 'number' || typeof value === 'bigint' ? String(value) : undefined;
}

/** A number, also one that is written as text; undefined for what is none. */
export function number(value: unknown): number | undefined {
  const found = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (typeof found === 'bigint') return Number(found);
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}

/** True if a value is true, also as text or as 1. */
export const boolean = (value: unknown): boolean =>
  value === true || value === 1 || value === 'true' || value === '1';

/** The elements of an array; none for anything else. */
export const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** An object; undefined for anything else. */
export const record = (value: unknown): Readonly<Record<string, unknown>> | undefined =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Readonly<Record<string, unknown>>)
    : undefined;

/** The objects among the elements of an array. */
export const records = (value: unknown): readonly Readonly<Record<string, unknown>>[] =>
  list(value)
    .map(record)
    .filter((each) => each !== undefined);

/** The texts among the elements of an array. */
export function textValues(value: unknown): readonly string[] {
  const found: string[] = [];
  for (const each of list(value)) {
    const text = textValue(each);
    if (text !== undefined) found.push(text);
  }
  return found;
}

const RFC_3339 = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(?:\.(\d+))?(Z|[+-]\d\d:?\d\d)$/i;
/** Numbers below them are seconds, milliseconds and microseconds of times before the year 5138. */
const [SECONDS_BELOW, MS_BELOW, US_BELOW] = [1e11, 1e14, 1e17];

/**
 * A time with a zone, as RFC 3339 with any fraction or as a number since 1970 in seconds, or in a smaller unit by its
 * size: milliseconds since 1970, with a fraction. Undefined for anything else and for times before 1970.
 */
export function instant(value: unknown): number | undefined {
  const usual = typeof value === 'string' ? usualInstant(value) : Number.NaN;
  if (usual > 0) return usual;
  const given = typeof value === 'string' ? RFC_3339.exec(value) : undefined;
  const found = given ? writtenTime(given) : sized(number(value));
  return found !== undefined && found > 0 ? found : undefined;
}

/** True if something happened, by its time, also one in a form that is not read; not by a time that stands for none. */
export const isWritten = (value: unknown): boolean => !NEVER.test(textValue(value) ?? '');
const NEVER = /^(?:0*|000[01]-.*)$/;

function writtenTime([, day, clock, fraction = '', zone]: RegExpExecArray): number {
  const whole = Date.parse(`${day}T${clock}${zone}`);
  return fraction === '' ? whole : whole + Number(fraction.slice(0, 9).padEnd(9, '0')) / 1e6;
}

function sized(value: number | undefined): number | undefined {
  if (value === undefined || value < SECONDS_BELOW) return value === undefined ? undefined : value * 1000;
  if (value < MS_BELOW) return value;
  return value < US_BELOW ? value / 1000 : value / 1e6;
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
function usualInstant(written: string): number {
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
