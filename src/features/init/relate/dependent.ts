import type { Table } from '../files/tables.ts';
import { columnOfHint } from '../words/field-names.ts';
import type { HintName } from '../words/languages.ts';

/** Rows that may contradict, as a share of the different keys. */
const EXCEPTIONS = 0.1;

/** True if every value of `key` has one value of `column`, few exceptions apart: names follow ids. */
function dependsOn({ sample }: Table, key: string, column: string): boolean {
  const values = new Map<string, string>();
  const changed = new Set<string>();
  for (const row of sample) {
    const [id, value] = [row[key], row[column]];
    if (id === undefined || value === undefined) continue;
    const before = values.get(id);
    if (before !== undefined && before !== value) changed.add(id);
    values.set(id, value);
  }
  return values.size > 0 && changed.size <= values.size * EXCEPTIONS;
}

/**
 * The column with the names of those that `key` identifies: by its name, or because it follows the key and nothing else.
 * @param free columns that may have it
 */
export function nameColumn(
  table: Table,
  key: string,
  hint: HintName,
  free: readonly string[],
): string | undefined {
  // What stands in an object around the rows is read only where a field of the messages needs it.
  const columns = table.columns.filter(
    ({ name, type }) => !name.startsWith('^') && free.includes(name) && (type === 'text' || type === 'id'),
  );
  const named = columnOfHint(hint, columns, ({ name }) => dependsOn(table, key, name));
  if (named) return named.name;
  const own = table.columns.find(({ name }) => name === key);
  if (!own) return undefined;
  const distinct = (name: string): number => new Set(table.sample.map((row) => row[name])).size;
  const keys = distinct(key);
  return columns.find(
    ({ name, longest, filled }) =>
      longest <= 100 &&
      filled >= own.filled * 0.9 &&
      Math.abs(distinct(name) - keys) <= keys * EXCEPTIONS &&
      dependsOn(table, key, name),
  )?.name;
}
