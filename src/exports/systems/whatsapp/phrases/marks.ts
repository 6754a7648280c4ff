/** Invisible characters that set the direction of a text, and the mark at the beginning of a file, for patterns: some of them. */
const CLASS = '\\u200e\\u200f\\u061c\\u202a-\\u202e\\u2066-\\u2069\\ufeff';
export const MARKS = `[${CLASS}]{0,4}`;
/** A blank as the formats of dates have it. */
export const BLANK = '[ \\u00a0\\u2009\\u202f]';

/** Written by the app before what it says itself, such as `image omitted`. */
export const OWN_MARK = '\u200e';

const ALL = new RegExp(`[${CLASS}]`, 'g');
const LEADING = new RegExp(`^[${CLASS}]+`);
/** All that is not one plain blank, which most blanks are. */
const BLANKS = new RegExp(`${BLANK}{2,}|[\\u00a0\\u2009\\u202f]`, 'g');

export const withoutMarks = (text: string): string => text.replace(ALL, '');
export const withoutLeadingMarks = (text: string): string => text.replace(LEADING, '');
/** One plain blank for any number of any kind. */
export const withPlainBlanks = (text: string): string => text.replace(BLANKS, ' ');

/** Digits of other scripts, by the number of their zero. */
const ZEROS = [0x660, 0x6f0, 0x966, 0x9e6];
export const DIGIT = '[\\d\\u0660-\\u0669\\u06f0-\\u06f9\\u0966-\\u096f\\u09e6-\\u09ef]';

/** A number in the digits of any of these scripts. */
export function numberOf(digits: string): number {
  let value = 0;
  for (let at = 0; at < digits.length; at++) value = value * 10 + digitOf(digits.charCodeAt(at));
  return value;
}

function digitOf(unit: number): number {
  if (unit < 0x100) return unit - 0x30;
  return unit - (ZEROS.find((zero) => unit >= zero && unit < zero + 10) ?? unit);
}

/** A text as phrases of the app are compared: without marks, full stop and case, with plain blanks. */
export const phrase = (text: string): string =>
  withPlainBlanks(withoutMarks(text))
    .trim()
    .replace(/[.。]$/, '')
    .toLowerCase();

/** Returns a check whether a text is one of the phrases of a list, a line each. */
export function phrases(list: string): (text: string) => boolean {
  const all = new Set(list.trim().split('\n').map(phrase));
  return (text) => all.has(phrase(text));
}
