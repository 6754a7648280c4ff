import { compilePattern } from './pattern.ts';

/** A test of a text against the values of a condition. */
export type TextTest = (text: string) => boolean;

/** Case does not count for words (assumed). */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** Letters, digits and marks: what a word is made of. */
const LETTER = /[\p{L}\p{N}\p{M}_]/u;
/** Scripts that write words without spaces between them. */
const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

/**
 * A test for words: the text is one of them, or contains one of them as a whole word (assumed), so `class` does not
 * contain `ass`; with `parts` it does. The time does not depend on the number of words.
 */
export function wordTest(words: readonly string[], operator: string, parts: boolean): TextTest {
  const known = new Set(words.map(folded));
  if (operator === 'equals') return (text) => known.has(folded(text).trim());
  const lengths = [...new Set(Array.from(known, (word) => word.length))];
  return (given) => {
    const text = folded(given);
    for (let at = 0; at < text.length; at++) {
      const begins = at === 0 || parts || isBreak(text, at);
      for (const length of begins ? lengths : []) {
        const end = at + length;
        if (end > text.length || (end < text.length && !parts && !isBreak(text, end))) continue;
        if (known.has(text.slice(at, end))) return true;
      }
    }
    return false;
  };
}

/** True if a word may end before this place and another begin at it. */
function isBreak(text: string, at: number): boolean {
  const before = String.fromCodePoint(text.codePointAt(at - 1) ?? 0);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (!LETTER.test(before) || !LETTER.test(after)) return true;
  return UNSPACED.test(before) || UNSPACED.test(after);
}

/** A test for patterns: one of them matches the whole text, or a part of it. */
export function patternTest(patterns: readonly string[], operator: string): TextTest {
  const compiled = patterns.map(compilePattern);
  return (text) =>
    compiled.some((pattern) => (operator === 'equals' ? pattern.is(text) : pattern.isIn(text)));
}
