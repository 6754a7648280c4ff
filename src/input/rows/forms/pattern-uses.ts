import { compilePattern } from './pattern.ts';

/** A pattern of a mapping, and the first cell that it was tried on. */
export type PatternUse = { readonly field: string; readonly pattern: string; readonly cell: string };

type Count = {
  readonly field: string;
  readonly pattern: string;
  cell: string | undefined;
  hasMatched: boolean;
};

const CELL_CHARS_MAX = 200;

/** Finds patterns that never match: these are mistakes in the pipeline, not in the rows. */
export class PatternUses {
  readonly #counts: Count[] = [];

  /** @throws an Error if the pattern is none; the pipeline's schema has refused such ones */
  finder(field: string, pattern: string): (cell: string) => string | undefined {
    const { find } = compilePattern(pattern);
    const count: Count = { field, pattern, cell: undefined, hasMatched: false };
    this.#counts.push(count);
    return (cell) => {
      const found = find(cell);
      if (found !== undefined) count.hasMatched = true;
      else count.cell ??= cell.slice(0, CELL_CHARS_MAX);
      return found;
    };
  }

  /** The patterns that were tried and have matched no cell so far. */
  unmatched(): PatternUse[] {
    return this.#counts.flatMap(({ field, pattern, cell, hasMatched }) =>
      hasMatched || cell === undefined ? [] : [{ field, pattern, cell }],
    );
  }
}
