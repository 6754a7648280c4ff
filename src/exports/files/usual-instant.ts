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
