import { withoutMarks, withPlainBlanks } from './marks.ts';

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
