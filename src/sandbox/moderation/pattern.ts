import { createRequire } from 'node:module';

// Loaded with the first pattern: most apps have none.
const load = createRequire(import.meta.url);

type Engine = typeof import('re2js');
let engine: Engine | undefined;
const re2 = (): Engine => {
  engine ??= load('re2js') as Engine;
  return engine;
};

/** A pattern of a rule or a list. Its time is linear in the length of the text: it never backtracks. */
export type Pattern = {
  /** Whether it matches anywhere in the text. */
  readonly isIn: (text: string) => boolean;
  /** Whether it matches the text from its beginning to its end. */
  readonly is: (text: string) => boolean;
};

/** The most instructions of one pattern, a bound on its time for each character; not documented. */
const MAX_INSTRUCTIONS = 2000;

/**
 * What is wrong with a pattern: it is not a regular expression, it needs backtracking (look-around, back references),
 * or it is greedy. Documented: greedy ones such as `.*` and `\d{10,}` are refused. Assumed: a repetition without an
 * upper bound is meant, unless `?` makes it a lazy one.
 */
export function patternFault(text: string): string | undefined {
  if (isGreedy(text)) return 'is greedy: a repetition needs an upper bound.';
  try {
    if (re2().RE2JS.compile(text).programSize() > MAX_INSTRUCTIONS) return 'is too large.';
    return undefined;
  } catch {
    return 'is not a valid regular expression, or it needs backtracking.';
  }
}

/** A pattern that has been checked. */
export function compilePattern(text: string): Pattern {
  const compiled = re2().RE2JS.compile(text);
  return { isIn: (value) => compiled.test(value), is: (value) => compiled.matches(value) };
}

/** Whether a text has `*`, `+` or `{n,}` outside classes and escapes, with no `?` behind it. */
function isGreedy(text: string): boolean {
  // Escapes and classes hold no repetition, so they are replaced by one character.
  const plain = text.replaceAll(
    /\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]/g,
    'x',
  );
  return /(?:[*+]|\{\d+,\})(?!\?)/.test(plain);
}
