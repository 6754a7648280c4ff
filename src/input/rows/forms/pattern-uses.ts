import { compilePattern } from './pattern.ts';

/** A pattern of a mapping that was tried, and the first cell that it did not match, if there was one. */
export type PatternUse = {
  readonly field: string;
  readonly pattern: string;
  readonly cell: string | undefined;
  readonly hasMatched: boolean;
};

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

  /** The patterns that were tried, and whether they have matched a cell so far. */
  tried(): readonly PatternUse[] {
    return this.#counts.filter(({ cell, hasMatched }) => hasMatched || cell !== undefined);
  }
}
