import { isAbsent } from '../decode-cell.ts';
import type { Values } from '../row.ts';
import { textOf } from './cell-text.ts';
import type { ColumnFinder } from './context.ts';
import { type Compared, type Condition, type Conditions, whereColumns } from './field-source.ts';
import { compilePattern } from './pattern.ts';

/** Tests rows, and knows which columns no row has had. */
export type WhereTest = {
  /** True if a row meets all conditions. */
  takes(values: Values): boolean;
  /** Columns that the header lacks. */
  readonly missing: readonly string[];
  /** Columns that no row has had so far; of a file with a header those that it lacks. None before the first row. */
  unseen(): readonly string[];
};

/** @throws an Error if a regular expression is none; the pipeline's schema has refused such ones */
export function compileWhere(where: Conditions, find: ColumnFinder): WhereTest {
  const named = whereColumns(where).map((name) => ({ name, read: find(name) ?? nothing }));
  const clauses = Object.entries(where).map(([name, condition]) => ({
    read: find(name) ?? nothing,
    meets: tester(condition, find),
  }));
  let unseen = named;
  let isTested = false;
  return {
    missing: named.flatMap(({ name }) => (find(name) ? [] : [name])),
    unseen: () => (isTested ? unseen.map(({ name }) => name) : []),
    takes(values) {
      isTested = true;
      if (unseen.length > 0) unseen = unseen.filter(({ read }) => read(values) === undefined);
      for (const { read, meets } of clauses) if (!meets(read(values), values)) return false;
      return true;
    },
  };
}

const nothing = (): undefined => undefined;

/** Tests a cell; the row is there for conditions on two columns. */
type CellTest = (cell: unknown, values: Values) => boolean;

function tester(condition: Condition, find: ColumnFinder): CellTest {
  if (typeof condition === 'object' && condition !== null && !Array.isArray(condition)) {
    if ('not' in condition) {
      const meets = tester(condition.not, find);
      return (cell, values) => !meets(cell, values);
    }
    if ('empty' in condition) {
      const isFilled = anyText((text) => text !== '');
      return (cell, values) => isFilled(cell, values) !== condition.empty;
    }
    if ('matches' in condition) {
      const pattern = compilePattern(condition.matches);
      return anyText((text) => pattern.test(text));
    }
    if ('column' in condition) {
      const read = find(condition.column) ?? nothing;
      return anyText((text, values) => anyText((other) => other === text)(read(values), values));
    }
  }
  return anyText(oneOf(condition as Compared | readonly Compared[]));
}

/** Tests a cell by its text, a list by those of its elements: one that meets is enough. An empty list is an empty cell. */
function anyText(meets: (text: string, values: Values) => boolean): CellTest {
  return (cell, values) =>
    Array.isArray(cell) && cell.length > 0
      ? cell.some((each) => meets(textOf(each), values))
      : meets(Array.isArray(cell) ? '' : textOf(cell), values);
}

function oneOf(condition: Compared | readonly Compared[]): (text: string) => boolean {
  const texts = (Array.isArray(condition) ? condition : [condition]).map((each) =>
    isAbsent(each) ? '' : String(each),
  );
  const [only] = texts;
  if (texts.length === 1) return (text) => text === only;
  const set = new Set(texts);
  return (text) => set.has(text);
}
