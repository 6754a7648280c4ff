import type { ExportObject } from '../../files/export-rows.ts';
import { restOf } from '../../files/rest.ts';
import { instant, list, record, textValue } from '../../files/values.ts';
import { type Field, namesOf, type Shape } from './shape.ts';

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
  timeOf(valueAt(row, field)) ?? constantTime(field);

/** The time that a shape declares for all messages in place of a field; undefined for names of fields. */
export function constantTime(field: Field | undefined): number | undefined {
  const [name, ...others] = namesOf(field);
  return name !== undefined && others.length === 0 && DATED.test(name) ? instant(name) : undefined;
}

const DATED = /^\d{4}-\d\d-\d\d[T ]/;

/** True if one of the names of a field says yes: true, a time, any text but `false`, or a list that has something. */
export const isSet = (row: ExportObject, field: Field | undefined): boolean =>
  namesOf(field).some((name) => {
    const value = at(row, name);
    const isEmpty = typeof value === 'object' && value !== null && Object.keys(value).length === 0;
    return !isEmpty && !NO.has(value);
  });

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

/** The content of a typed value of an exporter: `{ __datatype__, value }`, `{ _type, value }`, `{ __time__ }`, `{ __ref__ }`. */
function heldIn(
  value: Readonly<Record<string, unknown>>,
): { readonly type: string; readonly value: unknown } | undefined {
  // Firefoo names the type by the only member.
  if (value['__time__'] !== undefined) return { type: 'timestamp', value: value['__time__'] };
  if (value['__ref__'] !== undefined) return { type: 'reference', value: value['__ref__'] };
  const type = value['__datatype__'] ?? value['_type'] ?? value['__type'];
  if (typeof type !== 'string') return undefined;
  return { type: type.toLowerCase(), value: value['value'] ?? value['_value'] ?? value };
}

/** The time of a value in milliseconds since 1970, with a fraction; undefined if it is none. */
function timeOf(value: unknown): number | undefined {
  const object = record(value);
  if (!object) return instant(value);
  const held = heldIn(object);
  if (held && held.value !== object) return timeOf(held.value);
  const seconds = object['_seconds'] ?? object['seconds'];
  if (typeof seconds !== 'number' || seconds <= 0) return undefined;
  const nanoseconds = object['_nanoseconds'] ?? object['nanoseconds'] ?? object['nanos'];
  return seconds * 1000 + (typeof nanoseconds === 'number' ? nanoseconds / 1e6 : 0);
}

/** The id that a value is or refers to: a text, or the last name of a reference. */
export function idOf(value: unknown): string | undefined {
  const object = record(value);
  if (!object) return textValue(value);
  const held = heldIn(object);
  if (held && held.value !== object) return lastName(textValue(held.value)) ?? idOf(held.value);
  const segments = list(record(object['_path'])?.['segments']);
  return textValue(segments.at(-1) ?? object['id'] ?? object['uid'] ?? object['userId'] ?? object['_id']);
}

/** An id whose commas stand for the dots that the Realtime Database refuses in keys, if the shape says so. */
export const withDots = (id: string, commas: boolean | undefined): string =>
  commas === true ? id.replaceAll(',', '.') : id;

const lastName = (path: string | undefined): string | undefined => path?.slice(path.lastIndexOf('/') + 1);

/** A value without the types of exporters: times as RFC 3339, references as their path. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  const object = record(value);
  if (!object) return value;
  const time = isTime(object) ? timeOf(object) : undefined;
  if (time !== undefined) return new Date(time).toISOString();
  const held = heldIn(object);
  if (held && held.value !== object) return plain(held.value);
  return Object.fromEntries(Object.entries(object).map(([name, each]) => [name, plain(each)]));
}

const isTime = (object: Readonly<Record<string, unknown>>): boolean =>
  '_seconds' in object || /^(?:timestamp|date)/.test(heldIn(object)?.type ?? '');

const PUSH = /^-[-0-9A-Z_a-z]{19}$/;
const ALPHABET = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz';
const TIME_CHARS = 8;

/** When the Realtime Database made a key, in milliseconds since 1970; undefined for other keys. */
export function pushTime(key: string): number | undefined {
  if (!PUSH.test(key)) return undefined;
  let time = 0;
  for (const character of key.slice(0, TIME_CHARS)) time = time * 64 + ALPHABET.indexOf(character);
  return time > 0 ? time : undefined;
}
