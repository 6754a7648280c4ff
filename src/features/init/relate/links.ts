import type { InspectedColumn, ValueSet } from '../../../input/columns/column.ts';
import { columnsByField, timesIn } from '../../../inspection/words/field-names.ts';
import type { Table } from '../files/tables.ts';
import { isUnique } from '../guess/entity-guess.ts';

/** A column whose values are found in a column of another table. */
export type Link = {
  readonly column: string;
  /** Share of the different values that are found there, 0 to 1, without case and blanks around. */
  readonly share: number;
  /** True if some values are found only without case and blanks around. */
  readonly folded: boolean;
};

/** Columns that can be the key of a table: filled in every row, no value twice, and not known to be something else. */
export function keyColumns({ columns, rows, faulty, entity, files }: Table): readonly InspectedColumn[] {
  const names = columns.map(({ name }) => name);
  const fields = entity ? columnsByField(entity.entity, names, timesIn(columns)) : new Map<string, string>();
  const others = new Set(
    [...fields].filter(([field]) => OTHER_FIELDS.has(field)).map(([, column]) => column),
  );
  return columns.filter(
    (column) =>
      !others.has(column.name) &&
      column.filled > 0 &&
      (isUnique(column) || rows - faulty === 1 || isUniqueInFiles(files, column.name)) &&
      column.filled >= (rows - faulty) * 0.99 &&
      column.type !== 'time' &&
      column.type !== 'json' &&
      column.longest <= 200,
  );
}

/** True if a column repeats only from one file to another, as in lists of two years. */
const isUniqueInFiles = (files: Table['files'], name: string): boolean =>
  files.length > 1 &&
  files.every(({ columns }) => columns.every((column) => column.name !== name || isUnique(column)));

/** Fields that are no name of a row. */
const OTHER_FIELDS = new Set([
  'owner',
  'type',
  'icon',
  'avatar',
  'role',
  'description',
  'password',
  'createdAt',
]);

/** Finds the share of the values that are in a column. */
export function linkTo(values: ValueSet, target: Table, column: string): Link {
  const other = target.keys.get(column);
  if (!other || values.size === 0) return { column, share: 0, folded: false };
  const { exact, folded } = values.sharedWith(other);
  // Of a long table only the beginning is known: a value that is not there may come later.
  const known = target.whole ? values.size : Math.max(1, folded);
  const share = folded === 0 ? 0 : Math.min(1, folded / known);
  return { column, share, folded: folded > exact };
}

/** The key column of a table that has most of the values; undefined if none has half of them. */
export function bestLink(values: ValueSet, target: Table): Link | undefined {
  const [best] = keyColumns(target)
    .map(({ name }) => linkTo(values, target, name))
    .sort((a, b) => b.share - a.share);
  return best && best.share >= 0.5 ? best : undefined;
}

/** Rows that may contradict, as a share of the different keys. */
export const EXCEPTIONS = 0.1;

/** True if every value of `key` has one value of `column`, few exceptions apart: names follow ids. */
export function dependsOn({ sample }: Table, key: string, column: string): boolean {
  const values = new Map<string, string>();
  const changed = new Set<string>();
  for (const row of sample) {
    const [id, value] = [row[key], row[column]];
    if (id === undefined || value === undefined) continue;
    const before = values.get(id);
    if (before !== undefined && before !== value) changed.add(id);
    values.set(id, value);
  }
  // Of a few people, one may have changed the name.
  const exceptions = values.size < 5 ? 0 : Math.max(1, values.size * EXCEPTIONS);
  return values.size > 0 && changed.size <= exceptions;
}

/** True if a column has small numbers alone, which are the keys of many a table. */
export const hasNumbers = ({ sample }: Table, column: string): boolean =>
  sample.every(({ [column]: cell }) => cell === undefined || /^\d{1,7}$/.test(cell));
