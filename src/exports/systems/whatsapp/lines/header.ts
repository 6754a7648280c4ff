import { BLANK, DIGIT, MARKS, numberOf, withoutMarks } from '../phrases/marks.ts';

/** The beginning of a message as it is written: a date whose order is not known yet, a time, and what follows. */
export type Header = {
  /** Dialect in which it is written; all messages of a file are written in one way. */
  readonly dialect: Dialect;
  /** The three numbers of the date. */
  readonly parts: readonly [number, number, number];
  /** The date and time as they are written, for messages to people. */
  readonly written: string;
  /** Since midnight. */
  readonly seconds: number;
  /** Author and text, or what the system says. */
  readonly rest: string;
};

/** Form of the beginning of a file's messages. */
export type Dialect = {
  /** All of it as one text, to compare. */
  readonly key: string;
  /** iPhones write brackets, before 2017 a colon; Android writes a dash. */
  readonly form: 'bracket' | 'dash' | 'colon';
  /** Which number of the date has four digits. */
  readonly year: 'first' | 'last' | 'short';
  readonly isExact: boolean;
  readonly hasComma: boolean;
  readonly hasHalves: boolean;
  /** The sign between the numbers of the date. */
  readonly separator: string;
};

/** `p.m.`, `p. m.`, and in other scripts. All parts are bounded: a line may be long, and anything. */
const HALF = '\\p{L}[\\p{L}\\p{M}. \\u00a0\\u202f]{0,20}';
const SEPARATED = `${MARKS}([./-])${MARKS}${BLANK}?${MARKS}`;
const DATE = `(${DIGIT}{1,4})${SEPARATED}(${DIGIT}{1,2})${MARKS}\\3${MARKS}${BLANK}?${MARKS}(${DIGIT}{1,4})\\.?${MARKS}`;
const BETWEEN = `([,،]?)(?:${BLANK}(?:kl\\.?|klo|um|at|às|à|в)(?=${BLANK}))?${BLANK}{0,4}${MARKS}`;
const TIME = `(${DIGIT}{1,2})(?:[:.]|${BLANK}?h${BLANK}?)(${DIGIT}{2})(?:(?:[:.]|${BLANK}min${BLANK})(${DIGIT}{2})(?:${BLANK}s)?)?`;
const CLOCK = `(?:(${HALF})${BLANK}?)?${TIME}(?:${BLANK}?(${HALF}))?${MARKS}`;
const END = `(\\]|${BLANK}[-–](?=${BLANK}|$)|:(?=${BLANK}))${BLANK}?`;
const HEADER = new RegExp(`^${MARKS}(\\[?)${MARKS}${DATE}${BETWEEN}${CLOCK}${END}`, 'u');
/** Most lines that are none begin with something else. */
const BEGINNING = new RegExp(`^${MARKS}\\[?${MARKS}${DIGIT}{1,4}${MARKS}[./-]`, 'u');

/** Reads the beginning of a message; undefined for any other line. */
export function headerOf(line: string): Header | undefined {
  if (!BEGINNING.test(line)) return undefined;
  const found = HEADER.exec(line);
  if (!found) return undefined;
  const [all, open, first = '', separator = '', second = '', third = '', comma = '', ...clock] = found;
  const [before, hour = '', minute = '', second_, after, end = ''] = clock;
  const form = formOf(open === '[', end, second_ !== undefined);
  const year = yearOf(first, third);
  const half = before ?? after;
  const meant = half === undefined ? undefined : halfOf(half);
  const hours = hourOf(numberOf(hour), meant);
  const [minutes, seconds] = [numberOf(minute), numberOf(second_ ?? '0')];
  const [isExact, hasComma, hasHalves] = [second_ !== undefined, comma !== '', half !== undefined];
  if (form === undefined || year === undefined || (hasHalves && meant === undefined)) return undefined;
  if (before !== undefined && after !== undefined) return undefined;
  if (hours === undefined || minutes > 59 || seconds > 60) return undefined;
  return {
    dialect: dialectOf({ form, year, separator, isExact, hasComma, hasHalves }),
    parts: [numberOf(first), numberOf(second), numberOf(third)],
    written: all.replace(END_OF_WRITTEN, '').replace(/^\W*\[/u, ''),
    seconds: hours * 3_600 + minutes * 60 + Math.min(seconds, 59),
    rest: line.slice(all.length),
  };
}

const END_OF_WRITTEN = new RegExp(`${END}$`, 'u');

function formOf(isOpen: boolean, end: string, isExact: boolean): Dialect['form'] | undefined {
  if (isOpen) return end === ']' ? 'bracket' : undefined;
  if (end === ']') return undefined;
  if (end !== ':') return 'dash';
  return isExact ? 'colon' : undefined;
}

/** A year has two or four digits, and what has three is none. */
function yearOf(first: string, third: string): Dialect['year'] | undefined {
  if (first.length === 4) return third.length <= 2 ? 'first' : undefined;
  if (first.length > 2) return undefined;
  return third.length === 4 ? 'last' : third.length <= 2 ? 'short' : undefined;
}

const known = new Map<string, Dialect>();

function dialectOf(dialect: Omit<Dialect, 'key'>): Dialect {
  const { form, year, separator, isExact, hasComma, hasHalves } = dialect;
  const key = [form, year, separator, Number(isExact), Number(hasComma), Number(hasHalves)].join(' ');
  const found = known.get(key) ?? { key, ...dialect };
  known.set(key, found);
  return found;
}

/**
 * Words of languages for the half of the day, or the part of it, without dots and blanks, in lower case. Words that name both
 * halves are not here: a time with such a word is none.
 */
const BEFORE_NOON =
  'am a قظ ص πμ de dop fm öö pd sa ap проб 上午 午前 凌晨 早上 清晨 오전 पूर्वाह्न পূর্বাহ্ন முற்பகல் vorm pg';
const AFTER_NOON =
  'pm p بظ م μμ du odp em ös md ch ip слоб 下午 午後 晚上 傍晚 오후 अपराह्न অপরাহ্ণ பிற்பகல் nachm ptg';

const plain = (word: string): string => withoutMarks(word).replaceAll(/[.\s]/g, '').toLowerCase();
const setOf = (words: string): ReadonlySet<string> => new Set(words.split(' '));

const MORNING = setOf(BEFORE_NOON);
const EVENING = setOf(AFTER_NOON);

/** Which half of the day a word means; undefined for any other word. */
function halfOf(word: string): 'am' | 'pm' | undefined {
  const found = plain(word);
  return MORNING.has(found) ? 'am' : EVENING.has(found) ? 'pm' : undefined;
}

/** The hour of 24 for one of 12; undefined for one that there is not. Some locales write 00 and 13 in spite of the half. */
function hourOf(hour: number, half: 'am' | 'pm' | undefined): number | undefined {
  if (hour > 23) return undefined;
  if (half === undefined) return hour;
  if (half === 'am') return hour === 12 ? 0 : hour > 12 ? undefined : hour;
  return hour < 12 ? hour + 12 : hour;
}
