/** Reads times as Oracle writes them: in the form that a mask such as `DD-MON-RR HH24:MI:SS` says. */

/** The parts of masks that are read, and what stands for them. */
const PARTS: readonly (readonly [mask: RegExp, name: keyof Found | '', pattern: string])[] = [
  [/^F[MX]/i, '', ''],
  [/^"([^"]*)"/, '', ''],
  [/^(?:YYYY|RRRR)/i, 'year', String.raw`(\d{4}|\d\d)`],
  [/^(?:YY|RR)/i, 'year', String.raw`(\d{4}|\d\d)`],
  [/^MONTH/i, 'month', String.raw`([a-z]{3,9})\s*`],
  [/^MON/i, 'month', '([a-z]{3})'],
  [/^MM/i, 'month', String.raw`(\d{1,2})`],
  [/^MI/i, 'minute', String.raw`(\d{1,2})`],
  [/^DD(?!D)/i, 'day', String.raw`(\d{1,2})`],
  [/^(?:DAY|DY)/i, '', String.raw`[a-z]{2,9}\s*`],
  [/^HH(?:24|12)?/i, 'hour', String.raw`(\d{1,2})`],
  [/^SS(?!SSS)/i, 'second', String.raw`(\d{1,2})`],
  [/^FF[1-9]?/i, 'fraction', String.raw`(\d{1,9})`],
  [/^(?:A\.M\.|P\.M\.|AM|PM)/i, 'half', String.raw`([ap])\.?m\.?`],
  [/^TZH/i, 'zoneHour', String.raw`([-+]?\d{1,2})`],
  [/^TZM/i, 'zoneMinute', String.raw`(\d{1,2})`],
  [/^X/i, '', '[.,]'],
  [/^\s+/, '', String.raw`\s*`],
  [/^[-/,.;:]/, '', '[-/,.;:]'],
];
const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

type Found = {
  year: string;
  month: string;
  day: string;
  hour: string;
  minute: string;
  second: string;
  fraction: string;
  half: string;
  zoneHour: string;
  zoneMinute: string;
};

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

function compiled(mask: string): MaskedTime | undefined {
  const names: (keyof Found)[] = [];
  let source = '';
  for (let rest = mask.trim(); rest !== ''; ) {
    const part = PARTS.find(([pattern]) => pattern.test(rest));
    if (!part) return undefined;
    const [pattern, name, written] = part;
    const [all = '', quoted] = pattern.exec(rest) ?? [];
    rest = rest.slice(all.length);
    source += quoted === undefined ? written : quoted.replaceAll(/\W/g, '\\$&');
    if (name !== '') names.push(name);
  }
  if (new Set(names).size < names.length || !DAY.every((name) => names.includes(name))) return undefined;
  const whole = new RegExp(`^\\s*${source}\\s*$`, 'i');
  return (text) => {
    const [, ...values] = whole.exec(text) ?? [];
    if (values.length === 0) return undefined;
    return written(Object.fromEntries(names.map((name, at) => [name, values[at]])));
  };
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
  const hours =
    half === undefined ? Number(hour) : (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  if (number < 1 || number > 12 || Number(day) < 1 || Number(day) > 31 || hours > 23) return undefined;
  // Two digits are of the years from 1950 to 2049, as Oracle takes them.
  const years = year.length === 4 ? year : `${Number(year) < 50 ? '20' : '19'}${year}`;
  const zone =
    zoneHour === undefined
      ? ''
      : `${zoneHour.startsWith('-') ? '-' : '+'}${two(Math.abs(Number(zoneHour)))}:${two(zoneMinute)}`;
  return `${years}-${two(number)}-${two(day)} ${two(hours)}:${two(minute)}:${two(second)}${fraction === undefined ? '' : `.${fraction}`}${zone}`;
}
