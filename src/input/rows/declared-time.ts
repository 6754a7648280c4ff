import type { DateTime } from 'luxon';
import { luxon } from './luxon.ts';

/** Year, month (1-12), day, hour, minute and second on the clock that the text shows. */
export type ClockTime = readonly [number, number, number, number, number, number];

/** Reads the times of one luxon format. */
type FormatReader = {
  /** Whether the format names the zone. */
  readonly namesZone: boolean;
  /** The time on the clock; undefined if the text is not in this format. */
  clock(written: string): ClockTime | undefined;
  /** Seconds since 1970, for a format that names the zone; undefined if the text is not in this format. */
  seconds(written: string): number | undefined;
};

const FORMATS_MAX = 256;
const known = new Map<string, FormatReader>();

/** The reader of a format; made once for each. */
export function formatReader(format: string): FormatReader {
  const made = known.get(format);
  if (made) return made;
  if (known.size >= FORMATS_MAX) known.clear();
  const reader = makeReader(format);
  known.set(format, reader);
  return reader;
}

/** Tokens of a format: quoted text, letters, and everything else. */
const TOKENS = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;

/** A declared `a.m.` is the token for it: otherwise the m would be minutes. */
const HALF_OF_DAY = /\b[ap]\.\s?m\.?(?![A-Za-z])/gi;

function makeReader(declared: string): FormatReader {
  const format = declared.replaceAll(HALF_OF_DAY, 'a');
  const tokens = (format.match(TOKENS) ?? []).filter((token) => !token.startsWith("'"));
  const hasHalf = tokens.includes('a');
  const hasName = tokens.includes('MMM') || tokens.includes('LLL');
  const normal = (written: string): string => usual(written, hasHalf, hasName);
  const locales = hasName || tokens.includes('MMMM') || tokens.includes('LLLL') ? LOCALES : ['en-US'];
  // Some languages write a month alone otherwise than in a date.
  const formats =
    locales.length > 1 ? [format, format.replaceAll(/M{3,}/g, (name) => 'L'.repeat(name.length))] : [format];
  const byLuxon = (written: string): DateTime | undefined => {
    for (const locale of locales)
      for (const each of formats) {
        const time = luxon().DateTime.fromFormat(written, each, { zone: 'utc', setZone: true, locale });
        if (time.isValid) return time;
      }
    return undefined;
  };
  const fast = fastReader(format);
  return {
    namesZone: tokens.some((token) => /^[ZzXx]/.test(token)),
    clock: (written) => {
      const text = normal(written);
      const read = fast?.(text);
      if (read) return read;
      const time = byLuxon(text);
      return time && [time.year, time.month, time.day, time.hour, time.minute, time.second];
    },
    seconds: (written) => byLuxon(normal(written))?.toSeconds(),
  };
}

/** Names of months are English, else in one of these languages. */
const LOCALES = ['en-US', 'de', 'fr', 'es', 'pt', 'it', 'nl'];

/** Writes the halves of the day and the short names of months as luxon knows them. */
function usual(written: string, hasHalf: boolean, hasName: boolean): string {
  let text = written.replaceAll(/[\u00a0\u202f]/g, ' ');
  if (hasHalf) text = text.replace(/([ap])\.\s?m\.?/i, '$1m');
  return hasName ? text.replace(/\bsept\b/i, 'Sep') : text;
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** What a token of the fast reader looks like, and the part of the time that it is. */
const PARTS: Readonly<Record<string, readonly [pattern: string, part: string]>> = {
  yyyy: ['(\\d{4})', 'year'],
  yy: ['(\\d{2})', 'shortYear'],
  MMM: [`(${MONTHS.join('|')})`, 'name'],
  MM: ['(\\d{2})', 'month'],
  M: ['(\\d{1,2})', 'month'],
  dd: ['(\\d{2})', 'day'],
  d: ['(\\d{1,2})', 'day'],
  HH: ['(\\d{2})', 'hour'],
  H: ['(\\d{1,2})', 'hour'],
  hh: ['(\\d{2})', 'hour'],
  h: ['(\\d{1,2})', 'hour'],
  mm: ['(\\d{2})', 'minute'],
  m: ['(\\d{1,2})', 'minute'],
  ss: ['(\\d{2})', 'second'],
  s: ['(\\d{1,2})', 'second'],
  SSS: ['(\\d{3})', 'fraction'],
  a: ['([ap])m', 'half'],
};
/** Years of two digits up to this one are in this century, as luxon reads them. */
const LAST_SHORT_YEAR = 60;

/**
 * A reader of the usual formats that need no luxon, which takes fifty times as long; undefined for other formats. It
 * reads no text that luxon would read otherwise: what it leaves, such as 24:00, luxon reads.
 */
function fastReader(format: string): ((written: string) => ClockTime | undefined) | undefined {
  const parts: string[] = [];
  let pattern = '';
  for (const token of format.match(TOKENS) ?? []) {
    const known = Object.hasOwn(PARTS, token) ? PARTS[token] : undefined;
    if (known) {
      if (parts.includes(known[1])) return undefined;
      parts.push(known[1]);
      pattern += known[0];
    } else if (/[A-Za-z']/.test(token)) return undefined;
    else pattern += RegExp.escape(token);
  }
  const expression = new RegExp(`^${pattern}$`, 'i');
  const at = (part: string): number => parts.indexOf(part) + 1;
  const [year, shortYear, name, month, day, hour, minute, second, half] = [
    'year',
    'shortYear',
    'name',
    'month',
    'day',
    'hour',
    'minute',
    'second',
    'half',
  ].map(at) as [number, number, number, number, number, number, number, number, number];
  if (day === 0 || (year === 0) === (shortYear === 0) || (month === 0) === (name === 0)) return undefined;
  return (written) => {
    const match = expression.exec(written);
    if (!match) return undefined;
    const number = (index: number): number => (index === 0 ? 0 : Number(match[index]));
    const short = number(shortYear);
    const isAfternoon = half > 0 && match[half]?.toLowerCase() === 'p';
    const shown = number(hour);
    if (shown > 23 || (half > 0 && (shown > 12 || shown === 0))) return undefined;
    return [
      year > 0 ? number(year) : short + (short > LAST_SHORT_YEAR ? 1900 : 2000),
      name > 0 ? MONTHS.indexOf((match[name] as string).toLowerCase()) + 1 : number(month),
      number(day),
      half > 0 ? (shown % 12) + (isAfternoon ? 12 : 0) : shown,
      number(minute),
      number(second),
    ];
  };
}
