import { isAbsent } from './decode-cell.ts';
import type { Values } from './row.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Makes a reader of one column of a file's rows: by index if the file has a header, by name (then by a path such as
 * `profile.name` or `files[*].url`) if each row is an object.
 * @returns undefined if the header has no such column
 */
export function cellReader(
  name: string,
  columns: readonly string[] | undefined,
): ((values: Values) => unknown) | undefined {
  if (columns) {
    const index = columns.indexOf(name);
    return index < 0 ? undefined : (values) => (values as readonly string[])[index];
  }
  const path = pathOf(name);
  if (path.length === 1) return (values) => own(values, name);
  return (values) => {
    if (Object.hasOwn(values, name)) return (values as Members)[name];
    return memberAt(values, path, 0);
  };
}

/**
 * As `cellReader` for rows that are objects, but a list has a place for each value that is missing: then the values of two
 * such paths, `files[*].url` and `files[*].name`, stand at the same places. Undefined if there are none at all.
 */
export function placedReader(name: string): (values: Values) => unknown {
  const path = pathOf(name);
  return (values) => {
    if (Object.hasOwn(values, name)) return (values as Members)[name];
    const found = memberAt(values, path, 0, true);
    return Array.isArray(found) && found.every(isAbsent) ? undefined : found;
  };
}

/** A place in a list: one of its values, or each of them. */
type Place = number | '*';
type Path = readonly (string | { readonly at: Place })[];

/** The member of the row in which a path begins. */
export const rootOf = (name: string): string => pathOf(name)[0] as string;

/** The parts of a path. A part that is not written as one, such as `a[`, is the name of a member. */
function pathOf(name: string): Path {
  return name.split('.').flatMap((part) => {
    const [, member = part, places = ''] = /^([^[\]]+)((?:\[(?:\*|\d{1,9})\])+)$/.exec(part) ?? [];
    const inList = [...places.matchAll(/\[(\*|\d+)\]/g)].map(([, at]) => ({
      at: at === '*' ? ('*' as const) : Number(at),
    }));
    return [member, ...inList];
  });
}

function memberAt(values: unknown, path: Path, from: number, withGaps = false): unknown {
  let value = values;
  for (let index = from; index < path.length; index++) {
    const part = path[index] as Path[number];
    if (typeof part === 'string') value = own(value, part);
    else if (!Array.isArray(value)) return undefined;
    else if (part.at === '*') return eachAt(value, path, index + 1, withGaps);
    else value = value[part.at];
  }
  return value;
}

/** The values at a path in each value of a list, as one list; undefined if there are none. */
function eachAt(list: readonly unknown[], path: Path, from: number, withGaps: boolean): unknown {
  const found = list.flatMap((each) => {
    const value = memberAt(each, path, from, withGaps);
    return isAbsent(value) && !withGaps ? [] : value;
  });
  return found.length > 0 ? found : undefined;
}

/** Reads own members only: `constructor` and `__proto__` are ordinary names. */
function own(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  return Object.hasOwn(value, name) ? (value as Members)[name] : undefined;
}
