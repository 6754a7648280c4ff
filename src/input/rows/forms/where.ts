import { isAbsent } from '../decode-cell.ts';
import type { Values } from '../row.ts';
import { textOf } from './cell-text.ts';
import type { ColumnFinder } from './context.ts';
import type { Compared, Condition, Conditions } from './field-source.ts';
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
  const clauses = Object.entries(where).map(([name, condition]) => ({
    name,
    read: find(name) ?? (() => undefined),
    meets: tester(condition),
  }));
  let unseen = clauses;
  let isTested = false;
  return {
    missing: clauses.flatMap(({ name }) => (find(name) ? [] : [name])),
    unseen: () => (isTested ? unseen.map(({ name }) => name) : []),
    takes(values) {
      isTested = true;
      if (unseen.length > 0) unseen = unseen.filter(({ read }) => read(values) === undefined);
      for (const { read, meets } of clauses) if (!meets(textOf(read(values)))) return false;
      return true;
    },
  };
}

function tester(condition: Condition): (text: string) => boolean {
  if (typeof condition !== 'object' || condition === null || Array.isArray(condition))
    return oneOf(condition as Compared | readonly Compared[]);
  if ('not' in condition) {
    const meets = oneOf(condition.not);
    return (text) => !meets(text);
  }
  if ('matches' in condition) {
    const pattern = compilePattern(condition.matches);
    return (text) => pattern.test(text);
  }
  const { empty } = condition as { readonly empty: boolean };
  return (text) => (text === '') === empty;
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
