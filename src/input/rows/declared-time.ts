import type { DateTime } from 'luxon';
import {
  type ClockPart,
  clockPartOf,
  escapedPattern,
  type FormatPart,
  formatParts,
  MONTHS,
  tokensOf,
  withHalf,
} from './format-parts.ts';
import { luxon } from './luxon.ts';

/** Year, month (1-12), day, hour, minute and second on the clock that the text shows. */
export type ClockTime = readonly [number, number, number, number, number, number];

/** Reads the times of one luxon format. */
type FormatReader = {
  /** True if the format names the zone. */
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

function makeReader(declared: string): FormatReader {
  const format = withHalf(declared);
  const tokens = tokensOf(format).filter((token) => !token.startsWith("'"));
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

/** Years of two digits up to this one are in this century, as luxon reads them. */
const LAST_SHORT_YEAR = 60;

/** The year that two digits mean. */
const longYear = (short: number): number => short + (short > LAST_SHORT_YEAR ? 1900 : 2000);

/**
 * A reader of the usual formats that need no luxon, which takes fifty times as long; undefined for other formats. It
 * reads no text that luxon would read otherwise: what it leaves, such as 24:00, luxon reads.
 */
function fastReader(format: string): ((written: string) => ClockTime | undefined) | undefined {
  const parts = formatParts(format);
  if (!parts) return undefined;
  const expression = new RegExp(`^${parts.map(patternOf).join('')}$`, 'i');
  const named = parts.filter(({ kind }) => kind !== 'literal').map((each) => clockPartOf(each));
  const at = (part: ClockPart): number => named.indexOf(part) + 1;
  const [year, shortYear, month] = [at('year'), at('shortYear'), at('month')];
  const [day, hour, minute, second, half] = [at('day'), at('hour'), at('minute'), at('second'), at('half')];
  const hasName = parts.some(({ kind }) => kind === 'name');
  return (written) => {
    const match = expression.exec(written);
    if (!match) return undefined;
    const number = (index: number): number => (index === 0 ? 0 : Number(match[index]));
    const isAfternoon = half > 0 && match[half]?.toLowerCase() === 'p';
    const shown = number(hour);
    if (shown > 23 || (half > 0 && (shown > 12 || shown === 0))) return undefined;
    return [
      year > 0 ? number(year) : longYear(number(shortYear)),
      hasName ? MONTHS.indexOf((match[month] as string).toLowerCase()) + 1 : number(month),
      number(day),
      half > 0 ? (shown % 12) + (isAfternoon ? 12 : 0) : shown,
      number(minute),
      number(second),
    ];
  };
}

function patternOf(part: FormatPart): string {
  switch (part.kind) {
    case 'literal':
      return escapedPattern(part.text);
    case 'name':
      return `(${MONTHS.join('|')})`;
    case 'half':
      return '([ap])m';
    case 'digits':
      return `(\\d{${part.min},${part.max}})`;
  }
}
