import { createRequire } from 'node:module';
import type { App } from '../app/app.ts';
import { invalid } from '../wire/api-error.ts';

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
  /** True if it matches anywhere in the text. */
  readonly isIn: (text: string) => boolean;
  /** True if it matches the text from its beginning to its end. */
  readonly is: (text: string) => boolean;
};

/** The most instructions of the patterns of one list: a bound on their time for each character. Not documented. */
const MAX_INSTRUCTIONS = 20_000;
/** The most of them in one pattern. */
const MAX_OF_ONE = 2000;

/**
 * Says what is wrong with the first bad one of some patterns: it is not a regular expression, it needs backtracking
 * (look-around, back references), or it is greedy. Documented: greedy ones such as `.*` and `\d{10,}` are refused, and
 * others had been refused wrongly. Assumed: those of these two forms are meant, unless `?` makes them lazy.
 */
export function patternFault(patterns: readonly string[]): string | undefined {
  let instructions = 0;
  for (const pattern of patterns) {
    const size = GREEDY.test(bare(pattern)) ? IS_GREEDY : sizeOf(pattern);
    if (typeof size === 'string') return `has a pattern that cannot be used: ${pattern} ${size}`;
    instructions += size;
    if (size > MAX_OF_ONE || instructions > MAX_INSTRUCTIONS) return `has too large patterns, at ${pattern}`;
  }
  return undefined;
}

function sizeOf(pattern: string): number | string {
  try {
    return re2().RE2JS.compile(pattern).programSize();
  } catch {
    return 'is not a valid regular expression, or it needs backtracking.';
  }
}

/** A pattern that has been checked. */
export function compilePattern(text: string): Pattern {
  const compiled = re2().RE2JS.compile(text);
  return { isIn: (value) => compiled.test(value), is: (value) => compiled.matches(value) };
}

const IS_GREEDY = 'is greedy: a repetition needs an upper bound.';

/** Any character without end, or an open count, with no `?` behind it. */
const GREEDY = /(?:\.[*+]|\{\d+,\})(?!\?)/;
/** Any repetition without an upper bound. */
const UNBOUNDED = /(?:[*+]|\{\d+,\})(?!\?)/;

/** Refuses a pattern with any repetition without an upper bound, where the switch says so. */
export function checkBounded({ quirks }: App, patterns: readonly string[], name: string): void {
  if (quirks.patterns === 'newer') return;
  const found = patterns.find((pattern) => UNBOUNDED.test(bare(pattern)));
  if (found !== undefined)
    throw invalid({ [name]: [`The ${name} has a pattern that ${IS_GREEDY} ${found}`] });
}

/** A pattern with one letter in the place of each escape and class: they hold no repetition. */
const bare = (text: string): string =>
  text.replaceAll(/\\Q[\s\S]*?(?:\\E|$)|\\[\s\S]|\[\^?\]?(?:\\[\s\S]|\[:\w+:\]|[^\]\\])*\]/g, 'x');
