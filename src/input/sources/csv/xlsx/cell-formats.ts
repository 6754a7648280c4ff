import { xmlParser } from '../../bytes/workbook.ts';

/** The meaning of a number by the format in which Excel shows it. */
export type CellFormat = 'date' | 'time' | 'dateTime' | 'duration' | { readonly digits: number };

/** The formats without a text of their own. */
const BUILT_IN: readonly (readonly [from: number, to: number, format: CellFormat])[] = [
  [14, 17, 'date'],
  [18, 21, 'time'],
  [22, 22, 'dateTime'],
  [27, 36, 'date'],
  [45, 45, 'time'],
  [46, 46, 'duration'],
  [47, 47, 'time'],
  [50, 58, 'date'],
];

/** Reads the formats of a workbook, by the number of the style of a cell. */
export class CellFormats {
  readonly #own = new Map<number, CellFormat | undefined>();
  readonly #styles: number[] = [];
  #isInStyles = false;
  readonly #parser = xmlParser({
    open: (name, { numfmtid, formatcode }) => {
      if (name === 'cellXfs') this.#isInStyles = true;
      else if (name === 'numFmt') this.#own.set(Number(numfmtid), formatOfCode(formatcode ?? ''));
      else if (name === 'xf' && this.#isInStyles) this.#styles.push(Number(numfmtid ?? 0));
    },
    close: (name) => {
      if (name === 'cellXfs') this.#isInStyles = false;
    },
  });

  write(text: string): void {
    this.#parser.write(text);
  }

  /** @param style the number that a cell has */
  of(style: number): CellFormat | undefined {
    const id = this.#styles[style] ?? 0;
    if (this.#own.has(id)) return this.#own.get(id);
    return BUILT_IN.find(([from, to]) => id >= from && id <= to)?.[2];
  }
}

/** Hours, minutes or seconds of a duration. */
const ELAPSED = /^\[(?:h+|m+|s+)\]$/i;

/** The meaning of the code of a format, such as `dd.mm.yyyy hh:mm`. */
function formatOfCode(code: string): CellFormat | undefined {
  if (/^0{2,32}$/.test(code)) return { digits: code.length };
  const shown = code
    .replaceAll(/"[^"]*"|\\.|[_*]./g, '')
    .replaceAll(/\[[^[\]]*\]/g, (part) => (ELAPSED.test(part) ? part : ''))
    .split(';', 1)[0]
    ?.toLowerCase();
  if (!shown || shown.includes('general')) return undefined;
  if (/\[(?:h+|m+|s+)\]/.test(shown)) return 'duration';
  const plain = shown.replaceAll(/am\/pm|a\/p/g, 'h');
  const hasTime = /[hs]/.test(plain);
  const hasDate = /[yd]/.test(plain) || (/m/.test(plain) && !hasTime);
  return hasDate ? (hasTime ? 'dateTime' : 'date') : hasTime ? 'time' : undefined;
}

const DAY_MS = 86_400_000;
/** 9999-12-31, the last day that Excel knows. */
const DAYS_MAX = 2_958_466;

/**
 * The text of a number: times as ISO 8601 without a zone, durations as `26:30:00`. Undefined for a number that is no time
 * although its format is one.
 */
export function formatted(days: number, format: CellFormat, is1904: boolean): string | undefined {
  if (typeof format === 'object') return String(days).padStart(format.digits, '0');
  if (format === 'duration') return durationText(Math.round(days * 86_400));
  if (!(days >= 0 && days < DAYS_MAX)) return undefined;
  // Excel counts a 29 February 1900, which never was.
  const since = is1904 ? Date.UTC(1904, 0, 1) : Date.UTC(1899, 11, days < 60 ? 31 : 30);
  const ms = Math.round(days * DAY_MS);
  const iso = new Date(since + ms).toISOString().replace(/(?:\.000)?Z$/, '');
  const [date, time] = iso.split('T') as [string, string];
  if (format === 'time' && days < 1) return time;
  return format === 'date' && ms % DAY_MS === 0 ? date : iso;
}

function durationText(seconds: number): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  const all = Math.abs(seconds);
  return `${seconds < 0 ? '-' : ''}${Math.floor(all / 3600)}:${two(Math.floor(all / 60) % 60)}:${two(all % 60)}`;
}
