import { jsonText } from '../../../input/json/json-text.ts';
import {
  type CellValue,
  type ChatTable,
  NOT_SCALAR,
  TOO_LONG,
  VALUE_BYTES_MAX,
} from '../../database/table.ts';
import type { Collection, DocumentTaker } from '../../documents/collections.ts';
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

/** The lists, and the maps, that lead to the rows of a table, from the outermost. */
type Steps = readonly { readonly path: readonly string[] }[];

/** A row: an object of a document, or another element, and where it stands. */
type FoundRow = {
  readonly value: unknown;
  readonly parent: string | null;
  readonly id: string | null;
  readonly at: string;
};

type Tables = {
  readonly collection: Collection;
  readonly reading: Pick<ExportInput, 'files' | 'signal'>;
  readonly path: string;
};

/** The tables of a collection: its documents, and each list and map in them. */
export function tablesOfCollection(
  collection: Collection,
  tree: FieldTree,
  reading: Tables['reading'],
): readonly ChatTable[] {
  const { name, database } = collection;
  const prefix = database === undefined ? '' : `${database}.`;
  const found: ChatTable[] = [];
  addTable(
    found,
    { collection, reading, path: prefix },
    { name, node: tree.root, steps: [], owner: undefined },
  );
  return found;
}

type Owner = { readonly table: string; readonly key: string };

/** Adds the table of documents, or of the elements of a list, and the tables of the lists in these. */
function addTable(
  found: ChatTable[],
  of: Tables,
  {
    name,
    node,
    steps,
    owner,
    isMap = false,
  }: {
    readonly name: string;
    readonly node: FieldNode;
    readonly steps: Steps;
    readonly owner: Owner | undefined;
    readonly isMap?: boolean;
  },
): void {
  const columns: FieldColumn[] = [];
  const lists: { readonly path: readonly string[]; readonly node: FieldNode; readonly isMap: boolean }[] = [];
  if (!node.isOfKeys || steps.length === 0) collect(node, [], columns, lists);
  const isValue = node.scalars > 0 || node.lists > 0 || node.isOfKeys || columns.length === 0;
  const isList = steps.length > 0;
  const made = isList ? [PARENT, ...(isMap ? [KEY] : []), ...(isValue ? [VALUE] : [])] : [];
  const names = new Set(columns.map((column) => column.name));
  const hasOwn = node.members.get('_id')?.scalars === node.objects;
  const all = [...names, ...made, ...(isList && columns.length > 0 && !hasOwn ? [ID] : [])];
  found.push({
    name,
    path: `${of.path}${name}`,
    columns: all,
    isEmpty: isList ? node.scalars + node.objects + node.lists === 0 : node.objects === 0,
    ...(owner === undefined ? {} : { references: [{ column: PARENT, ...owner }] }),
    async pass(asked, rows, signal) {
      const cells = asked.map((column) => cellOf(column, columns, isList));
      const values: CellValue[] = new Array(asked.length);
      const taker: DocumentTaker = {
        document(document, place) {
          const take = (row: FoundRow): void => {
            for (const [at, cell] of cells.entries()) values[at] = cell(row);
            rows.row(values, place);
          };
          const id = scalarText(document['_id']);
          if (isList) passList(document, steps, { take, parent: id, level: 0 });
          else take({ value: document, parent: null, id, at: '' });
        },
        unreadable: (row, place) => {
          // What is wrong with a document is said once, of the document.
          if (!isList) rows.unreadable(row, place);
        },
      };
      await of.collection.pass(taker, { ...of.reading, signal });
    },
  });
  const key = all.includes(ID) ? ID : '_id';
  const next = all.includes(key) ? { table: name, key } : undefined;
  for (const list of lists)
    addTable(found, of, {
      name: `${name}.${list.path.join('.')}`,
      node: list.node,
      steps: [...steps, { path: list.path }],
      owner: next,
      isMap: list.isMap,
    });
}

/** Collects the columns in an object, and the lists and maps in it. */
function collect(
  node: FieldNode,
  path: readonly string[],
  columns: FieldColumn[],
  lists: { path: readonly string[]; node: FieldNode; isMap: boolean }[],
): void {
  for (const [name, member] of node.members) {
    const own = [...path, name];
    const isMap = member.isOfKeys;
    const isText = member.scalars === 0;
    const isColumn = member.scalars > 0 || member.lists > 0 || isMap || member.objects === 0;
    if (isColumn) columns.push({ name: own.join('.'), path: own, isText });
    if (member.objects > 0 && !isMap) collect(member, own, columns, lists);
    if (isMap) lists.push({ path: own, node: member.values, isMap });
    else if (member.elements) lists.push({ path: own, node: member.elements, isMap });
  }
}

/** Passes the elements of lists in lists. */
function passList(
  value: unknown,
  steps: Steps,
  {
    take,
    parent,
    level,
  }: { take(row: FoundRow): void; readonly parent: string | null; readonly level: number },
): void {
  const step = steps[level];
  if (!step) return;
  const list = valueAt(value, step.path);
  if (typeof list !== 'object' || list === null) return;
  for (const at in list) {
    const each = (list as ExportObject)[at];
    if (each === null || each === undefined) continue;
    const id = scalarText((each as ExportObject)['_id']) ?? `${parent ?? ''}/${at}`;
    if (level === steps.length - 1) take({ value: each, parent, id, at });
    else passList(each, steps, { take, parent: id, level: level + 1 });
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
      return ({ at }) => at;
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
