/** The parts of a time that a format names. */
export type ClockPart =
  | 'year'
  | 'shortYear'
  | 'month'
  | 'day'
  | 'hour'
  | 'minute'
  | 'second'
  | 'fraction'
  | 'half';

/** One part of a format: text that stands for itself, digits, the short English name of a month, or am and pm. */
export type FormatPart =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'digits'; readonly part: ClockPart; readonly min: number; readonly max: number }
  | { readonly kind: 'name' }
  | { readonly kind: 'half' };

export const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Quoted text, letters, and everything else. */
const TOKENS = /'[^']*'|([A-Za-z])\1*|[^A-Za-z']+|'/g;

/** The tokens of a luxon format. */
export const tokensOf = (format: string): readonly string[] => format.match(TOKENS) ?? [];

/** Tokens that name the year, alone or with all else. */
const YEARS = /^(?:y|k|D|[fF]+$|[Xx]$)/;

/**
 * Why a format of times cannot be taken; undefined if it can. One without a year would mean another day whenever it is read:
 * luxon takes what is missing from today.
 */
export function formatFault(format: string): string | undefined {
  if (FIXED.has(format) || tokensOf(format).some((token) => YEARS.test(token))) return undefined;
  return `the format ${format} has no year: the same text would be another time next year`;
}

/** Forms of `time` that are no format. */
const FIXED = new Set(['iso', 's', 'ms', 'us']);

/** A declared `a.m.` is the token for it: otherwise the m would be minutes. */
const HALF_OF_DAY = /\b[ap]\.\s?m\.?(?![A-Za-z])/gi;

/** A format with the token for the half of the day where it is written as people write it. */
export const withHalf = (declared: string): string => declared.replaceAll(HALF_OF_DAY, 'a');

const digits = (part: ClockPart, min: number, max = min): FormatPart => ({ kind: 'digits', part, min, max });

const KNOWN: Readonly<Record<string, FormatPart>> = {
  yyyy: digits('year', 4),
  yy: digits('shortYear', 2),
  MMM: { kind: 'name' },
  MM: digits('month', 2),
  M: digits('month', 1, 2),
  dd: digits('day', 2),
  d: digits('day', 1, 2),
  HH: digits('hour', 2),
  H: digits('hour', 1, 2),
  hh: digits('hour', 2),
  h: digits('hour', 1, 2),
  mm: digits('minute', 2),
  m: digits('minute', 1, 2),
  ss: digits('second', 2),
  s: digits('second', 1, 2),
  SSS: digits('fraction', 3),
  a: { kind: 'half' },
};

/** The part of the time that a part of a format gives; a literal gives none. */
export function clockPartOf(part: FormatPart): ClockPart | undefined {
  if (part.kind === 'digits') return part.part;
  return part.kind === 'name' ? 'month' : part.kind === 'half' ? 'half' : undefined;
}

/**
 * The parts of a format that gives a whole date and no zone; undefined for one with any other token.
 * @param format as luxon writes it: see `withHalf`
 */
export function formatParts(format: string): readonly FormatPart[] | undefined {
  const parts: FormatPart[] = [];
  const seen = new Set<ClockPart>();
  for (const token of tokensOf(format)) {
    const known = Object.hasOwn(KNOWN, token) ? KNOWN[token] : literalOf(token);
    if (!known) return undefined;
    const part = clockPartOf(known);
    if (part && seen.has(part)) return undefined;
    if (part) seen.add(part);
    parts.push(known);
  }
  const isDate = seen.has('day') && seen.has('month') && seen.has('year') !== seen.has('shortYear');
  return isDate ? parts : undefined;
}

/** Quotes make letters stand for themselves; two of them are one quote, which is left to luxon. */
function literalOf(token: string): FormatPart | undefined {
  const text = /^'[^']+'$/.test(token) ? token.slice(1, -1) : token;
  return text === token && /[A-Za-z']/.test(token) ? undefined : { kind: 'literal', text };
}

/** A text as a regular expression that matches just this text, with or without the flag `u`. Node.js 22 has no `RegExp.escape`. */
export const escapedPattern = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
