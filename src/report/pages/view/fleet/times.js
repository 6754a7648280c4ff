import { duration } from '../parts/words.js';

const DAY_MS = 86_400_000;
const DAYS_MAX = 6;

/**
 * A moment as people say it: the time of today, a day of the week in the days around it, else the date.
 * @param {string} time RFC 3339
 * @param {number} now epoch milliseconds
 */
export function momentOf(time, now) {
  const date = new Date(time);
  const clock = date.toTimeString().slice(0, 5);
  if (date.toDateString() === new Date(now).toDateString()) return clock;
  const isNear = Math.abs(date.getTime() - now) < DAYS_MAX * DAY_MS;
  const day = new Intl.DateTimeFormat(
    'en-GB',
    isNear ? { weekday: 'short' } : { day: 'numeric', month: 'short' },
  );
  return `${day.format(date)} ${clock}`;
}

/**
 * The distance of a moment, in its largest unit: `in 5 h`, `3 d ago`.
 * @param {string} time RFC 3339
 * @param {number} now epoch milliseconds
 */
export function awayOf(time, now) {
  const seconds = (Date.parse(time) - now) / 1_000;
  const amount = Math.abs(seconds);
  const [size, unit] = amount >= 172_800 ? [86_400, 'd'] : amount >= 3_600 ? [3_600, 'h'] : [60, 'min'];
  const rounded = `${Math.round(amount / size)} ${unit}`;
  if (amount < 60) return seconds > 0 ? 'in a moment' : 'just now';
  return seconds > 0 ? `in ${rounded}` : `${rounded} ago`;
}

/**
 * The duration of a run.
 * @param {number} ms
 */
export const tookOf = (ms) => (ms < 10_000 ? `${(ms / 1_000).toFixed(1)} s` : duration(ms / 1_000));
