import { sizeText, grouped as withSpaces } from '../../terminal/printable.ts';

/** 1234567 → `1 234 567`, with non-breaking spaces. */
export const groupedUnbroken = (value: number): string => withSpaces(value).replaceAll(' ', '\u00a0');

/** A share of a whole: `12 %`, `0.3 %`, `< 0.1 %`. Shows 0 or 100 only if it is exactly that. */
export function share(part: number, whole: number): string {
  if (whole === 0 || part === 0) return '0\u00a0%';
  if (part === whole) return '100\u00a0%';
  const percent = (part / whole) * 100;
  if (percent < 0.1) return '<\u00a00.1\u00a0%';
  if (percent > 99.9) return '>\u00a099.9\u00a0%';
  return `${percent < 10 || percent > 90 ? percent.toFixed(1) : Math.round(percent)}\u00a0%`;
}

/** Bytes in decimal units: `812 B`, `1.4 MB`. */
export const bytes = (count: number): string => sizeText(count).replaceAll(' ', '\u00a0');

/** `1 row`, `2 rows`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${groupedUnbroken(count)} ${count === 1 ? one : many}`;

const DAY = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });
const MOMENT = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Epoch seconds as `3 Jan 2024`. */
export const day = (seconds: number): string => dated(DAY, new Date(seconds * 1000));
/** An RFC 3339 time as `21 November 2026 at 15:39 UTC`. */
export const moment = (iso: string): string => `${dated(MOMENT, new Date(iso))} UTC`;
/** `2024-03` as `Mar 2024`. */
export const monthName = (month: string): string => dated(MONTH, new Date(`${month}-01T00:00:00Z`), month);

const dated = (format: Intl.DateTimeFormat, date: Date, otherwise = 'unknown'): string =>
  Number.isNaN(date.getTime()) ? otherwise : format.format(date);
