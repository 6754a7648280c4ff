import { parseJsonCell } from '../../json/parse-json.ts';
import { digitsLost, isAbsent, isNotWhole, Unreadable } from '../decode-cell.ts';
import { textOf } from './cell-text.ts';
import type { CellReader, ColumnFinder } from './context.ts';
import { type RefinedForm, templateParts } from './field-source.ts';
import { hashReader, numberedHashReader } from './ids.ts';

/** The ways in which forms find the cells of columns. */
export type Columns = {
  /** A column that the map names: one that the file lacks is noted, and has no values. */
  named(name: string): CellReader;
  /** As `named`, but in a list at a path such as `files[*].url` a value that is missing keeps its place. */
  placed(name: string): CellReader;
  /** A column that need not be there. */
  readonly find: ColumnFinder;
};

/**
 * Reads the value of a form, before any step.
 * @param isId whether the value is an id or part of one: then a number must not have lost digits
 */
export function valueReader(form: RefinedForm, columns: Columns, isId: boolean): CellReader {
  const { named } = columns;
  if ('from' in form) return isId ? wholeOnly(named(form.from)) : named(form.from);
  if ('first' in form) {
    const read = firstOf(form.first.map(named));
    return isId ? wholeOnly(read) : read;
  }
  if ('template' in form) return templateReader(form.template, named, isId);
  if ('other' in form) {
    const read = otherReader(form, named);
    return form.default === undefined ? read : (values) => withoutProblem(read(values));
  }
  return form.perEqualRow
    ? numberedHashReader(form.hash, (name) => (name === '$nth' ? columns.find(name) : named(name)))
    : hashReader(form.hash, named);
}

function wholeOnly(read: CellReader): CellReader {
  return (values) => {
    const cell = read(values);
    return isNotWhole(cell) ? digitsLost(cell) : cell;
  };
}

function firstOf(readers: readonly CellReader[]): CellReader {
  return (values) => {
    for (const read of readers) {
      const cell = read(values);
      if (!isAbsent(cell)) return cell;
    }
    return undefined;
  };
}

/** Replaces each `{column}` by its cell; if one of the cells is empty, there is no value. */
function templateReader(template: string, named: (name: string) => CellReader, isId: boolean): CellReader {
  const parts = templateParts(template).map((part, index) => (index % 2 === 1 ? named(part) : part));
  return (values) => {
    let text = '';
    let lost: unknown;
    for (const part of parts) {
      if (typeof part === 'string') {
        text += part;
        continue;
      }
      const cell = part(values);
      if (isAbsent(cell)) return undefined;
      if (isId && isNotWhole(cell)) lost ??= cell;
      text += textOf(cell);
    }
    return lost === undefined ? text : digitsLost(lost);
  };
}

/**
 * The only value of a list that is not the one in another column; values are compared as text, and without case if `as`
 * takes it away.
 */
function otherReader(
  { other: list, than, split = '|', as = [] }: Extract<RefinedForm, { readonly other: string }>,
  named: (name: string) => CellReader,
): CellReader {
  const readList = named(list);
  const readOne = named(than);
  const isFolded = [as].flat().includes('lower');
  const compared = (value: unknown): string =>
    isFolded ? textOf(value).trim().toLowerCase() : textOf(value);
  return (values) => {
    const cell = readList(values);
    if (isAbsent(cell)) return undefined;
    const known = compared(readOne(values));
    let found: unknown;
    let text = '';
    for (const each of listIn(cell, split)) {
      const written = compared(each);
      if (written === '' || written === known || written === text) continue;
      if (text !== '') return unclear('has several values other than the one', list, than, cell);
      found = each;
      text = written;
    }
    return text === '' ? unclear('has no value other than the one', list, than, cell) : found;
  };
}

const withoutProblem = (value: unknown): unknown => (value instanceof Unreadable ? undefined : value);

const unclear = (what: string, list: string, than: string, cell: unknown): Unreadable =>
  new Unreadable('ROW.OTHER_UNCLEAR', `${list} ${what} in ${than}`, cell);

/** The values of a list: a JSON list, also one written as text, or text with a separator between the values. */
function listIn(cell: unknown, separator: string): readonly unknown[] {
  if (typeof cell !== 'string') return Array.isArray(cell) ? cell : [cell];
  if (cell.trimStart().startsWith('[')) {
    const parsed = parseJsonCell(cell);
    if ('value' in parsed && Array.isArray(parsed.value)) return parsed.value;
  }
  return cell.split(separator).map((part) => part.trim());
}
