/** Rows in a JSON document. */
export type RowsInDocument = {
  /** Their path, as `rows:` names it. */
  readonly rows: string;
  /** The name that they stand under, which says what they are. */
  readonly name: string;
  /** 0 for a list that is empty in this document. */
  readonly count: number;
  /** Scalars of the objects around them that stand before them, as columns: `^.channel.id`. */
  readonly parents: readonly string[];
};

type Json = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A single object that says where the rows of a document are from. */
const ROOM = /^(?:channel|room|group|conversation|chat)$/i;

/** Objects within objects that are looked into, and elements of one array. */
const DEPTH_MAX = 6;
const ELEMENTS_MAX = 1_000;
const PARENTS_MAX = 20;

/** The objects around a value, the nearest first, each with the name under which the value stands in it. */
type Around = readonly { readonly object: Json; readonly name: string }[];

/** The arrays and maps of objects in a document, the outermost first; those at one path are together. */
export function rowsInDocument(document: unknown): RowsInDocument[] {
  const found = new Map<string, RowsInDocument>();
  const add = (rows: string, name: string, count: number, around: Around, more: string[] = []): void => {
    const before = found.get(rows);
    const parents = before?.parents ?? [...more, ...parentColumns(around)];
    found.set(rows, { rows, name, count: count + (before?.count ?? 0), parents });
  };
  const walk = (value: unknown, path: string, name: string, around: Around): void => {
    if (around.length > DEPTH_MAX) return;
    if (Array.isArray(value)) {
      const objects = value.slice(0, ELEMENTS_MAX).filter(isObject);
      // An empty list among other values may have rows in another file.
      if (value.length === 0 && around.length > 0) add(`${path}[*]`, name, 0, around);
      if (objects.length === 0) return;
      add(`${path}[*]`, name, value.length, around);
      for (const object of objects) inside(object, `${path}[*]`, around);
    } else if (isObject(value)) {
      const inner = Object.values(value);
      const listed = rowsOfMaps(inner);
      if (listed) {
        add(`${path}.*.*`, name, listed.length, [{ object: {}, name: '' }, ...around], [PARENT_NAME]);
        for (const row of listed.slice(0, ELEMENTS_MAX)) inside(row, `${path}.*.*`, around);
      } else if (isMap(inner)) {
        add(`${path}.*`, name, inner.length, around);
        for (const object of inner.slice(0, ELEMENTS_MAX)) inside(object as Json, `${path}.*`, around);
      } else {
        if (ROOM.test(name) && Object.values(value).some(isScalar)) add(path, name, 1, around);
        inside(value, path, around);
      }
    }
  };
  const inside = (object: Json, path: string, around: Around): void => {
    for (const [name, value] of Object.entries(object))
      walk(value, path + step(name), name, [{ object, name }, ...around]);
  };
  walk(document, '$', '', []);
  return [...found.values()];
}

const step = (name: string): string =>
  /^[^.[\]*"'\s()?@,:]+$/.test(name) ? `.${name}` : `[${JSON.stringify(name)}]`;

/** True if the members of an object are rows under their keys: at least two objects with the same members, few apart. */
function isMap(values: readonly unknown[]): boolean {
  if (values.length < 2 || !values.every(isObject)) return false;
  const [first, second] = values.map((value) => Object.keys(value as Json)) as [string[], string[]];
  const shared = first.filter((name) => second.includes(name)).length;
  return shared > 0 && shared >= Math.max(first.length, second.length) / 2;
}

/** The name of the object around a row. */
const PARENT_NAME = '^.$key';

/** The rows of objects that have nothing but rows, under names that hardly two of them share; undefined if they are none. */
function rowsOfMaps(values: readonly unknown[]): readonly Json[] | undefined {
  const maps = values.filter(isObject).map((value) => Object.entries(value));
  if (values.length < 2 || maps.length < values.length) return undefined;
  const entries = maps.flat();
  const rows = entries.map(([, row]) => row).filter(isObject);
  const names = new Set(entries.map(([name]) => name));
  const isOfRows = rows.length === entries.length && names.size > entries.length / 2;
  return isOfRows && maps.every((each) => each.length > 0) && isMap(rows) ? rows : undefined;
}

/** Scalars of the enclosing objects, also one object deep; what stands behind the rows is not known when they are read. */
function parentColumns(around: Around): string[] {
  const columns = around.flatMap(({ object, name }, level) => {
    const up = '^'.repeat(level + 1);
    const names = Object.keys(object);
    const before = names.slice(0, names.indexOf(name));
    return before.flatMap((each) => {
      const value = object[each];
      if (isObject(value))
        return Object.entries(value)
          .filter(([, inner]) => isScalar(inner))
          .map(([inner]) => `${up}.${each}.${inner}`);
      return isScalar(value) ? [`${up}.${each}`] : [];
    });
  });
  return columns.slice(0, PARENTS_MAX);
}

const isScalar = (value: unknown): boolean => typeof value === 'string' || typeof value === 'number';
