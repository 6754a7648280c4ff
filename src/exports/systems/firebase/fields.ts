import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { record, textValue } from '../../files/values.ts';
import { type Field, namesOf, type Shape } from './shape.ts';
import { idOf, plain, timeOf } from './typed.ts';

/** The value of a declared field; undefined if it has none. */
export function valueAt(row: ExportObject, field: Field | undefined): unknown {
  for (const name of namesOf(field)) {
    const value = at(row, name);
    if (value !== undefined && value !== null && value !== '') return value;
  }
  return undefined;
}

function at(row: ExportObject, name: string): unknown {
  if (Object.hasOwn(row, name)) return row[name];
  let value: unknown = row;
  for (const part of name.split('.')) {
    const object = record(value);
    value = object && Object.hasOwn(object, part) ? object[part] : undefined;
  }
  return value;
}

/** The text of a declared field; of joined ones with blanks between. */
export function textOf(row: ExportObject, field: Field | undefined): string | undefined {
  if (field === undefined || Array.isArray(field)) return textValue(valueAt(row, field));
  return field.join.flatMap((name) => textValue(at(row, name)) ?? []).join(' ') || undefined;
}

export const idIn = (row: ExportObject, field: Field | undefined): string | undefined =>
  idOf(valueAt(row, field));
export const timeIn = (row: ExportObject, field: Field | undefined): number | undefined =>
  timeOf(valueAt(row, field));

/** True if one of the names of a field says yes: true, a time, or any text but `false`. */
export const isSet = (row: ExportObject, field: Field | undefined): boolean =>
  namesOf(field).some((name) => !NO.has(at(row, name)));

const NO: ReadonlySet<unknown> = new Set([undefined, null, '', false, 0, 'false']);

/** The names of fields that a section of the shape takes or leaves; the rest of a document is kept. */
export const takenBy = (section: Shape[keyof Shape]): ReadonlySet<string> =>
  new Set(
    Object.entries(record(section) ?? {}).flatMap(([name, field]) => {
      if (name === 'path' || name === 'in' || VALUES.has(name)) return [];
      const names = namesOf(field as Field);
      // Of an object of which one member is taken, the others are kept.
      return names.flatMap((each) => (name === 'ignore' || !each.includes('.') ? [each] : []));
    }),
  );

/** Keys of a section with values, not with names of fields; an e-mail is looked at, and kept as before. */
const VALUES = new Set(['public', 'direct', 'system', 'pair', 'email']);

/** Further members of a document, for `metadata`. */
export const restIn = (row: ExportObject, taken: ReadonlySet<string>): Readonly<Record<string, unknown>> =>
  plain(restOf(row, taken)) as Readonly<Record<string, unknown>>;
