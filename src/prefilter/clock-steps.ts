import { type FormatPart, formatParts, withHalf } from '../input/rows/format-parts.ts';
import { timeForm } from './facts.ts';

/** A declared format of times that the screen can read. */
export type ClockFormat = {
  /** The parts that are read one after the other, a word each: see `stepOf`. */
  readonly steps: Uint32Array;
  /** The form in which all times of the format are written. */
  readonly form: number;
};

/** Kinds of steps besides 0, one byte of text: digits, the name of a month, am or pm. */
const DIGITS = 1;
const NAME = 2;
const HALF = 3;
/** Places of the parts of a time. */
const PARTS = {
  year: 0,
  month: 1,
  day: 2,
  hour: 3,
  minute: 4,
  second: 5,
  fraction: 6,
  shortYear: 7,
  half: 8,
} as const;

/**
 * Compiles a format; undefined for one that only the row check can read. Whatever text the steps read, the row check
 * reads the same clock time in it.
 */
export function clockFormat(declared: string): ClockFormat | undefined {
  const format = withHalf(declared);
  const parts = formatParts(format);
  // The row check takes blanks off a cell.
  if (!parts || format !== format.trim() || !parts.every((part, at) => isCertain(part, at, parts)))
    return undefined;
  const forms = new Set(examplesOf(parts).map(timeForm));
  const [form = 0] = forms;
  return forms.size > 1 ? undefined : { steps: Uint32Array.from(parts.flatMap(stepsOf)), form };
}

/** True if a part ends in one way only, and no other spelling of it is another time. */
function isCertain(part: FormatPart, at: number, parts: readonly FormatPart[]): boolean {
  const next = parts[at + 1];
  if (part.kind === 'digits')
    return part.min === part.max || next === undefined || (next.kind === 'literal' && !/^\d/.test(next.text));
  if (part.kind !== 'literal') return true;
  // Other spellings of a.m. and of Sep are made usual before a text is read.
  const hasWords = parts.some(({ kind }) => kind === 'name' || kind === 'half');
  return /^[ -~]*$/.test(part.text) && !(hasWords && /[A-Za-z]/.test(part.text));
}

/** A text for each combination of numbers of digits: more than digits makes no difference to the form. */
function examplesOf(parts: readonly FormatPart[]): readonly string[] {
  return parts.reduce<readonly string[]>(
    (texts, part) => texts.flatMap((text) => examples(part).map((more) => text + more)),
    [''],
  );
}

function examples(part: FormatPart): readonly string[] {
  if (part.kind === 'literal') return [part.text];
  if (part.kind === 'digits') return [...new Set([part.min, part.max])].map((length) => '1'.repeat(length));
  return [part.kind === 'name' ? 'Jan' : 'am'];
}

/** The byte of a literal, or the kind of a step, the place of its part, and its least and most digits, a byte each. */
function stepsOf(part: FormatPart): readonly number[] {
  switch (part.kind) {
    case 'literal':
      return [...Buffer.from(part.text)];
    case 'digits':
      return [(DIGITS << 24) | (PARTS[part.part] << 16) | (part.min << 8) | part.max];
    case 'name':
      return [NAME << 24];
    case 'half':
      return [HALF << 24];
  }
}
