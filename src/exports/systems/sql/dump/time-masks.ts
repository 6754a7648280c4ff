/** Reads times as Oracle writes them: in the form that a mask such as `DD-MON-RR HH24:MI:SS` says. */

/** The parts of masks that are read, and what stands for them. */
const PARTS: readonly (readonly [mask: RegExp, name: keyof Found | '', value: RegExp])[] = [
  [/^F[MX]/i, '', /(?:)/y],
  [/^(?:YYYY|RRRR|YY|RR)/i, 'year', /\d{4}|\d\d/y],
  [/^MONTH/i, 'month', /[a-z]{3,9}/iy],
  [/^MON/i, 'month', /[a-z]{3}/iy],
  [/^MM/i, 'month', /\d{1,2}/y],
  [/^MI/i, 'minute', /\d{1,2}/y],
  [/^DD(?!D)/i, 'day', /\d{1,2}/y],
  [/^(?:DAY|DY)/i, '', /[a-z]{2,9}/iy],
  [/^HH(?:24|12)?/i, 'hour', /\d{1,2}/y],
  [/^SS(?!SSS)/i, 'second', /\d{1,2}/y],
  [/^FF[1-9]?/i, 'fraction', /\d{1,9}/y],
  [/^(?:A\.M\.|P\.M\.|AM|PM)/i, 'half', /[ap]\.?m\.?/iy],
  [/^TZH/i, 'zoneHour', /[-+]?\d{1,2}/y],
  [/^TZM/i, 'zoneMinute', /\d{1,2}/y],
  [/^X/i, '', /[.,]/y],
  [/^\s+/, '', /\s*/y],
  [/^[-/,.;:]/, '', /\s*[-/,.;:]/y],
];
const QUOTED = /^"([^"]*)"/;
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

type Found = Record<
  'year' | 'month' | 'day' | 'hour' | 'minute' | 'second' | 'fraction' | 'half' | 'zoneHour' | 'zoneMinute',
  string
>;

/** Reads a text by a mask: a time as SQL writes it, or undefined if it does not fit. */
type MaskedTime = (text: string) => string | undefined;

const known = new Map<string, MaskedTime | undefined>();
const KNOWN_MAX = 100;

/** The reader of the times of a mask; undefined if the mask has something that is not understood. */
export function maskedTime(mask: string): MaskedTime | undefined {
  if (!known.has(mask)) {
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(mask, compiled(mask));
  }
  return known.get(mask);
}

/** A part of a mask: a text as it stands, or a value. */
type Part = string | { readonly name: keyof Found | ''; readonly value: RegExp };

function compiled(mask: string): MaskedTime | undefined {
  const parts: Part[] = [];
  for (let rest = mask.trim(); rest !== ''; ) {
    const quoted = QUOTED.exec(rest);
    const part = PARTS.find(([pattern]) => pattern.test(rest));
    const [all = ''] = quoted ?? part?.[0].exec(rest) ?? [];
    if (all === '') return undefined;
    rest = rest.slice(all.length);
    if (quoted) parts.push(quoted[1] as string);
    else if (part) parts.push({ name: part[1], value: part[2] });
  }
  const names = parts.flatMap((part) => (typeof part === 'string' || part.name === '' ? [] : [part.name]));
  if (new Set(names).size < names.length || !DAY.every((name) => names.includes(name))) return undefined;
  return (text) => {
    const found = foundIn(text.trim(), parts);
    return found && written(found);
  };
}

/** The values of a text, each as long as it can be; undefined if it does not fit. */
function foundIn(text: string, parts: readonly Part[]): Partial<Found> | undefined {
  const found: Partial<Found> = {};
  let at = 0;
  for (const part of parts) {
    if (typeof part === 'string') {
      if (!text.startsWith(part, at)) return undefined;
      at += part.length;
      continue;
    }
    part.value.lastIndex = at;
    const value = part.value.exec(text)?.[0];
    if (value === undefined) return undefined;
    at += value.length;
    if (part.name !== '') found[part.name] = value;
  }
  return at === text.length ? found : undefined;
}
const DAY = ['year', 'month', 'day'] as const;

function written({
  year = '',
  month = '',
  day = '',
  hour = '0',
  minute = '0',
  second = '0',
  fraction,
  half,
  zoneHour,
  zoneMinute = '0',
}: Partial<Found>): string | undefined {
  const two = (value: string | number): string => String(value).padStart(2, '0');
  const number = /^\d/.test(month) ? Number(month) : MONTHS.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  const hours = half === undefined ? Number(hour) : (Number(hour) % 12) + (/^p/i.test(half) ? 12 : 0);
  if (number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31 || hours > 23) return undefined;
  // Two digits are of the years from 1950 to 2049, as Oracle takes them.
  const years = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`;
  const zone =
    zoneHour === undefined
      ? ''
      : `${zoneHour.startsWith('-') ? '-' : '+'}${two(Math.abs(Number(zoneHour)))}:${two(zoneMinute)}`;
  return `${years}-${two(number)}-${two(day)} ${two(hours)}:${two(minute)}:${two(second)}${fraction === undefined ? '' : `.${fraction}`}${zone}`;
}
