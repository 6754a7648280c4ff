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

/** Epoch seconds as `3 Jan 2024`. */
export const day = (seconds: number): string => dated(seconds * 1000, (date) => date);
/** An RFC 3339 time as `21 Nov 2026 at 15:39 UTC`. */
export const moment = (iso: string): string =>
  dated(iso, (date, time) => `${date} at ${time.slice(0, 5)} UTC`);
/** `2024-03` as `Mar 2024`. */
export const monthName = (month: string): string =>
  dated(`${month}-01T00:00:00Z`, (date) => date.slice(date.indexOf(' ') + 1), month);

/** Without `Intl`: the first format that it makes takes as long as all the rest of a report. */
function dated(
  moment: number | string,
  shown: (date: string, time: string) => string,
  otherwise = 'unknown',
) {
  const [, day, month, year, time] = new Date(moment).toUTCString().split(' ');
  return time ? shown(`${Number(day)} ${month} ${year}`, time) : otherwise;
}
