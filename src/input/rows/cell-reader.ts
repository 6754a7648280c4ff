import type { Values } from './row.ts';

/**
 * Makes a reader of one column of a file's rows: by index if the file has a header, by name (then by dotted path) if
 * each row is an object.
 * @returns undefined if the header has no such column
 */
export function cellReader(
  name: string,
  columns: readonly string[] | undefined,
): ((values: Values) => unknown) | undefined {
  if (!columns) return (values) => member(values as Readonly<Record<string, unknown>>, name);
  const index = columns.indexOf(name);
  return index < 0 ? undefined : (values) => (values as readonly string[])[index];
}

/** Reads own members only: `constructor` and `__proto__` are ordinary names. */
function member(values: Readonly<Record<string, unknown>>, name: string): unknown {
  if (Object.hasOwn(values, name)) return values[name];
  if (!name.includes('.')) return undefined;
  let at: unknown = values;
  for (const part of name.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<string, unknown>)[part];
  }
  return at;
}
