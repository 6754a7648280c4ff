import { didYouMean } from '../../errors/nearest.ts';
import { RunError } from '../../errors/run-error.ts';
import { parseJsonCell } from '../json/parse-json.ts';
import type { Values } from '../rows/row.ts';

/** The column whose elements become rows: `members`, or `{ column: members, split: ';' }` for a text with a separator. */
export type Explode = string | { readonly column: string; readonly split?: string | undefined };

const partsOf = (spec: Explode): { readonly column: string; readonly split?: string | undefined } =>
  typeof spec === 'string' ? { column: spec } : spec;

/**
 * The columns of the rows that `explodeRow` makes; undefined if they are objects, because their elements may be.
 * @param columns the columns of the file; undefined if its rows are objects
 * @throws RunError `SOURCE.COLUMN_MISSING`
 */
export function explodedColumns(
  columns: readonly string[] | undefined,
  spec: Explode,
): readonly string[] | undefined {
  const { column, split } = partsOf(spec);
  if (columns && !columns.includes(column)) {
    const meant = didYouMean(column, columns, `the file has ${columns.join(', ')}`);
    throw new RunError(
      'SOURCE.COLUMN_MISSING',
      `explode: there is no column ${JSON.stringify(column)}${meant}`,
    );
  }
  return split === undefined ? undefined : columns;
}

/**
 * Makes a row of each element of a column; the element takes the place of the whole. Elements are those of an array, of
 * a text that is a JSON array, or the parts of a text between separators, without blanks around them; any other value is
 * one element. No value, or no element, is no row.
 * @param columns the columns of the file; undefined if the row is an object
 * @returns rows with the columns of `explodedColumns`
 */
export function explodeRow(
  values: Values,
  columns: readonly string[] | undefined,
  spec: Explode,
): readonly Values[] {
  const { column, split } = partsOf(spec);
  const keepsCells = columns !== undefined && split !== undefined;
  if (keepsCells) {
    const cells = values as readonly string[];
    const at = columns.indexOf(column);
    return splitText(cells[at] ?? '', split).map((element) => cells.with(at, element));
  }
  const object = columns
    ? Object.fromEntries(columns.map((name, at) => [name, (values as readonly string[])[at]]))
    : (values as Readonly<Record<string, unknown>>);
  const path = Object.hasOwn(object, column) ? [column] : column.split('.');
  return elementsOf(memberAt(object, path), split).map((element) => withMember(object, path, element));
}

function elementsOf(value: unknown, split: string | undefined): readonly unknown[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value;
  if (typeof value !== 'string') return [value];
  if (/^\s*\[/.test(value)) {
    const read = parseJsonCell(value);
    if ('value' in read && Array.isArray(read.value)) return read.value;
  }
  return split === undefined ? [value] : splitText(value, split);
}

const splitText = (text: string, separator: string): readonly string[] =>
  text
    .split(separator)
    .map((part) => part.trim())
    .filter(Boolean);

function memberAt(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value;
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
  return memberAt((value as Record<string, unknown>)[name], rest);
}

/** A copy with another value at a path that exists. */
function withMember(
  object: Readonly<Record<string, unknown>>,
  [name = '', ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> {
  const inner = rest.length === 0 ? value : withMember(object[name] as Record<string, unknown>, rest, value);
  return Object.fromEntries(Object.entries(object).map(([key, old]) => [key, key === name ? inner : old]));
}
