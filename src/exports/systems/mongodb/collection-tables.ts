import { jsonText } from '../../../input/json/json-text.ts';
import {
  type CellValue,
  type ChatTable,
  NOT_SCALAR,
  type TableRows,
  TOO_LONG,
  VALUE_BYTES_MAX,
} from '../../database/table.ts';
import type { Collection, DocumentTaker } from '../../documents/collection.ts';
import type { ExportInput } from '../../export-reader.ts';
import type { ExportObject } from '../../files/export-rows.ts';
import type { FieldNode, FieldTree } from './field-tree.ts';

/**
 * Columns of a table that is made of a list or a map: the id of what it stands in, in a map its name there; an id that is made of
 * both, where it has none; and the value, where it is no object.
 */
const [PARENT, KEY, ID, VALUE] = ['$parent', '$key', '$id', '$value'] as const;

/** A column that is a field of a document, however deep. */
type FieldColumn = { readonly name: string; readonly path: readonly string[]; readonly isText: boolean };

/** A list or a map in a document, or in an element of another one. */
type Step = {
  readonly path: readonly string[];
  readonly isMap: boolean;
  /** True if lists stand under the names of a map: then their elements are the rows. */
  readonly isOfLists: boolean;
};

/** A row: an object of a document, or another element, and where it stands. */
type FoundRow = {
  readonly value: unknown;
  readonly parent: string | null;
  readonly id: string | null;
  readonly key: string;
};

/** A table to be: what stands in its rows, and the lists that lead to them, from the outermost. */
type Place = {
  readonly name: string;
  readonly node: FieldNode;
  readonly steps: readonly Step[];
  /** The table and the column that `$parent` refers to. */
  readonly owner?: { readonly table: string; readonly key: string } | undefined;
};

type Reading = Pick<ExportInput, 'files' | 'signal'>;

/** The tables of a collection: its documents, and each list and map in them. */
export function tablesOfCollection(
  collection: Collection,
  tree: FieldTree,
  reading: Reading,
): readonly ChatTable[] {
  const found: ChatTable[] = [];
  const places: Place[] = [{ name: collection.name, node: tree.root, steps: [] }];
  for (const place of places) {
    const { table, lists } = tableAt(place, collection, reading);
    found.push(table);
    const key = table.columns.includes(ID) ? ID : '_id';
    const owner = table.columns.includes(key) ? { table: table.name, key } : undefined;
    for (const { node, ...step } of lists)
      places.push({
        name: `${place.name}.${step.path.join('.')}`,
        node,
        steps: [...place.steps, step],
        owner,
      });
  }
  return found;
}

type ListAt = Step & { readonly node: FieldNode };

function tableAt(
  { name, node, steps, owner }: Place,
  collection: Collection,
  reading: Reading,
): { readonly table: ChatTable; readonly lists: readonly ListAt[] } {
  const columns: FieldColumn[] = [];
  const lists: ListAt[] = [];
  const step = steps.at(-1);
  if (!node.isOfKeys || !step) collect(node, [], columns, lists);
  const isValue = node.scalars > 0 || node.lists > 0 || node.isOfKeys || columns.length === 0;
  const hasOwn = node.members.get('_id')?.scalars === node.objects;
  const made = !step
    ? []
    : [
        PARENT,
        ...(step.isMap ? [KEY] : []),
        ...(isValue ? [VALUE] : []),
        ...(columns.length > 0 && !hasOwn ? [ID] : []),
      ];
  const { database } = collection;
  const table: ChatTable = {
    name,
    path: database === undefined ? name : `${database}.${name}`,
    columns: [...new Set([...columns.map((column) => column.name), ...made])],
    isEmpty: node.scalars + node.objects + node.lists === 0,
    ...(owner === undefined ? {} : { references: [{ column: PARENT, ...owner }] }),
    pass: (asked, rows, signal) =>
      collection.pass(takerOf(asked, columns, steps, rows), { ...reading, signal }),
  };
  return { table, lists };
}

/** Takes the documents of a collection as rows. */
function takerOf(
  asked: readonly string[],
  columns: readonly FieldColumn[],
  steps: readonly Step[],
  rows: TableRows,
): DocumentTaker {
  const isList = steps.length > 0;
  const cells = asked.map((column) => cellOf(column, columns, isList));
  const values: CellValue[] = new Array(asked.length);
  return {
    document(document, place) {
      const take = (row: FoundRow): void => {
        for (const [at, cell] of cells.entries()) values[at] = cell(row);
        rows.row(values, place);
      };
      const id = scalarText(document['_id']);
      if (isList) passList(document, steps, { take, parent: id, level: 0 });
      else take({ value: document, parent: null, id, key: '' });
    },
    unreadable: (row, place) => {
      // What is wrong with a document is said once, of the document.
      if (!isList) rows.unreadable(row, place);
    },
  };
}

/** Mongoose counts the changes of a document there. */
const COUNTER = '__v';

/** Collects the columns in an object, and the lists and maps in it. */
function collect(node: FieldNode, before: readonly string[], columns: FieldColumn[], lists: ListAt[]): void {
  for (const [name, member] of node.members) {
    if (name === COUNTER) continue;
    const path = [...before, name];
    const isMap = member.isOfKeys;
    const isText = member.scalars === 0;
    const isColumn = member.scalars > 0 || member.lists > 0 || isMap || member.objects === 0;
    if (isColumn) columns.push({ name: path.join('.'), path, isText });
    if (isMap) {
      const { values } = member;
      const elements = values.scalars + values.objects === 0 ? values.elements : undefined;
      lists.push({ path, isMap, isOfLists: elements !== undefined, node: elements ?? values });
    } else {
      if (member.objects > 0) collect(member, path, columns, lists);
      if (member.elements) lists.push({ path, isMap, isOfLists: false, node: member.elements });
    }
  }
}

type Passing = { take(row: FoundRow): void; readonly parent: string | null; readonly level: number };

/** Passes the elements of lists in lists. */
function passList(value: unknown, steps: readonly Step[], passing: Passing): void {
  const { take, parent, level } = passing;
  const step = steps[level];
  if (!step) return;
  const list = valueAt(value, step.path);
  if (typeof list !== 'object' || list === null || Array.isArray(list) === step.isMap) return;
  const one = (each: unknown, key: string, at: string): void => {
    if (each === null || each === undefined) return;
    const id = scalarText((each as ExportObject)['_id']) ?? `${parent ?? ''}/${at}`;
    if (level === steps.length - 1) take({ value: each, parent, id, key });
    else passList(each, steps, { take, parent: id, level: level + 1 });
  };
  for (const key in list) {
    const each = (list as ExportObject)[key];
    if (step.isOfLists && Array.isArray(each))
      for (const [at, inner] of each.entries()) one(inner, key, `${key}/${at}`);
    else one(each, key, key);
  }
}

/** Reads the cell of a column. */
function cellOf(
  column: string,
  columns: readonly FieldColumn[],
  isList: boolean,
): (row: FoundRow) => CellValue {
  const field = columns.find(({ name }) => name === column);
  if (field) {
    const { path, isText } = field;
    const [only = ''] = path;
    if (path.length === 1)
      return ({ value }) =>
        cell(typeof value === 'object' ? (value as ExportObject | null)?.[only] : null, isText);
    return ({ value }) => cell(valueAt(value, path), isText);
  }
  if (!isList) return () => null;
  switch (column) {
    case PARENT:
      return ({ parent }) => parent;
    case KEY:
      return ({ key }) => key;
    case ID:
      return ({ id }) => id;
    case VALUE:
      return ({ value }) => cell(value, true);
    default:
      return () => null;
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  let found = value;
  for (const name of path) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = (found as ExportObject)[name];
  }
  return found;
}

/** @param isText true if lists and objects are values of their own: nobody takes one for an id */
function cell(value: unknown, isText: boolean): CellValue {
  if (typeof value === 'string') return value.length > VALUE_BYTES_MAX ? TOO_LONG : value;
  if (value === null || value === undefined) return null;
  if (typeof value !== 'object') return String(value);
  if (!isText) return NOT_SCALAR;
  const text = jsonText(value);
  return text.length > VALUE_BYTES_MAX ? TOO_LONG : text;
}

const scalarText = (value: unknown): string | null =>
  value === undefined || value === null || typeof value === 'object' ? null : String(value);
