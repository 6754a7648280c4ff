import { libraryOf } from '../library.ts';

const re2 = libraryOf<typeof import('re2js')>('re2js');

/** A regular expression whose time is linear in the length of the text, whatever the expression. */
export type Pattern = {
  /** True if it matches anywhere in the text. */
  test(text: string): boolean;
  /** The first group of the first match, else the whole match; undefined if there is no match. */
  find(text: string): string | undefined;
  /** The named groups of the first match; undefined if there is no match. */
  groups(text: string): Readonly<Record<string, string>> | undefined;
};

/** @throws an Error if the text is not a regular expression, or is one that needs backtracking */
export function compilePattern(text: string): Pattern {
  const compiled = re2().RE2JS.compile(text);
  const hasGroup = compiled.groupCount() > 0;
  return {
    test: (cell) => compiled.test(cell),
    find: (cell) => {
      const matcher = compiled.matcher(cell);
      if (!matcher.find()) return undefined;
      return (hasGroup ? matcher.group(1) : undefined) ?? matcher.group() ?? undefined;
    },
    groups: (cell) => {
      const matcher = compiled.matcher(cell);
      if (!matcher.find()) return undefined;
      const names = Object.keys(compiled.namedGroups());
      return Object.fromEntries(names.map((name) => [name, matcher.group(name) ?? '']));
    },
  };
}

/** A regular expression that matches a text alone, whatever characters it has. */
export const patternOfText = (text: string): string => re2().RE2JS.quote(text);

/** A pattern that a whole text has to match: `*` stands for any characters, everything else for itself. */
export const globPattern = (glob: string): Pattern =>
  compilePattern(`(?s)^${glob.split(/\*+/).map(patternOfText).join('.*')}$`);

/** Finds the fault in a regular expression; undefined if it can be used. */
export function patternFault(text: string): string | undefined {
  try {
    compilePattern(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}
