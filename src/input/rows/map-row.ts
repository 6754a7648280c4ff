import { isObject } from '../entities/limits.ts';
import { exact } from '../json/raw-number.ts';
import { isAbsent, Unreadable } from './decode-cell.ts';
import type { Problem, Values } from './row.ts';

/** A row's fields by name, and the problems of those that could not be read. */
export type Mapped = { readonly fields: Record<string, unknown>; readonly problems: readonly Problem[] };

/** Reads one field of a row; undefined if it has no value, an `Unreadable` if its cell does not fit. */
export type FieldReader = { readonly field: string; readonly read: (values: Values) => unknown };

/**
 * Reads the fields of a row.
 * @param isFlat whether a member of an object row is one member of a JSON field, such as `metadata.team`
 */
export function mapRow(
  values: Values,
  readers: readonly FieldReader[],
  isFlat: (name: string) => boolean,
): Mapped {
  const fields: Record<string, unknown> = {};
  const problems: Problem[] = [];
  for (const { field, read } of readers) {
    const value = read(values);
    if (value === undefined) continue;
    if (value instanceof Unreadable) {
      problems.push({ code: value.code, field, value: value.value, message: value.message });
      continue;
    }
    const dot = field.indexOf('.');
    if (dot < 0) fields[field] = value;
    else setMember(fields, field.slice(0, dot), field.slice(dot + 1), value);
  }
  if (!Array.isArray(values)) {
    const members = values as Readonly<Record<string, unknown>>;
    for (const name of Object.keys(members)) {
      const dot = name.indexOf('.');
      if (dot > 0 && isFlat(name) && !isAbsent(members[name]))
        setMember(fields, name.slice(0, dot), name.slice(dot + 1), exact(members[name]));
    }
  }
  return { fields, problems };
}

/**
 * Sets one member of a JSON field without changing the row's own object. A field that is no object stays as it is and is
 * refused.
 */
function setMember(fields: Record<string, unknown>, field: string, member: string, value: unknown): void {
  const base = fields[field] ?? {};
  if (isObject(base)) fields[field] = Object.fromEntries([...Object.entries(base), [member, value]]);
}
