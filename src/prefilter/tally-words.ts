/** Words of the tally of one column: cells with a value, bytes of the shortest and of the longest, cells by form of time. */
export const TALLY_WORDS = 16;
export const TALLY_TIMES = 3;

/** The form of a cell's time; the index of its count in a column's profile. */
export const SECONDS = 0;
export const MILLISECONDS = 1;
export const MICROSECONDS = 2;
export const ISO_WITH_ZONE = 3;
export const ISO_WITHOUT_ZONE = 4;
export const OTHER_TIME = 5;
export const TIME_FORMS = 6;

const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/i;
const ZONE = /(?:Z|[+-]\d\d(?::?\d\d)?)$/i;

/** The form in which a time is written, from its text alone. */
export function timeForm(text: string): number {
  const written = text.trim();
  if (/^\d{9,10}(?:\.\d+)?$/.test(written)) return SECONDS;
  if (/^\d{12,13}$/.test(written)) return MILLISECONDS;
  if (/^\d{15,16}$/.test(written)) return MICROSECONDS;
  if (!ISO.test(written)) return OTHER_TIME;
  return ZONE.test(written) ? ISO_WITH_ZONE : ISO_WITHOUT_ZONE;
}
