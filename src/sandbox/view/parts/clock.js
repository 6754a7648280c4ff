/** Times of the API are seconds since the epoch. The view shows them in the browser's time zone. */

const time = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });
const day = new Intl.DateTimeFormat(undefined, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
});
const shortDay = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', year: 'numeric' });
const full = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });
const number = new Intl.NumberFormat();

/** @param {number} seconds */
const dateOf = (seconds) => new Date(seconds * 1000);

/** @param {number} seconds */
export const isoTime = (seconds) => {
  const date = dateOf(seconds);
  return Number.isNaN(date.getTime()) ? '' : date.toISOString();
};

/**
 * @param {Intl.DateTimeFormat} format
 * @param {number} seconds
 */
const show = (format, seconds) =>
  isoTime(seconds) === '' ? String(seconds) : format.format(dateOf(seconds));

/** @param {number} seconds */
export const showTime = (seconds) => show(time, seconds);
/** @param {number} seconds */
export const showDay = (seconds) => show(day, seconds);
/** @param {number} seconds */
export const showShortDay = (seconds) => show(shortDay, seconds);
/** @param {number} seconds */
export const showFull = (seconds) => show(full, seconds);
/** @param {number} value */
export const showNumber = (value) => number.format(value);

/**
 * The local day as `yyyy-mm-dd`, the form of date fields.
 * @param {number} seconds
 */
export function localDay(seconds) {
  const date = dateOf(seconds);
  /** @param {number} value */
  const two = (value) => String(value).padStart(2, '0');
  return `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

/**
 * The first second of a local day. Undefined if the text is no day.
 * @param {string} text `yyyy-mm-dd`
 */
export function startOfDay(text) {
  const found = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (!found) return undefined;
  const [, year, month, date] = found;
  return Math.floor(new Date(Number(year), Number(month) - 1, Number(date)).getTime() / 1000);
}

/**
 * A number with its noun: `1 reply`, `1,204 replies`.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export const countOf = (count, one, many = `${one}s`) => `${showNumber(count)} ${count === 1 ? one : many}`;
