import { FILE_UNKNOWN, type KeyIndex, type KeyState } from '../../keys/key-index.ts';
import { entities } from '../entities/entities.ts';
import type { EntityName, Ref, ReferredName } from '../entities/entity.ts';
import { textOf } from './forms/cell-text.ts';
import { type PlaceOf, placeText } from './place.ts';
import type { Problem } from './row.ts';

/** Reads what a field of the row is made of, as it stands in the file; undefined if it is made of nothing there. */
type CellOf = (field: string) => unknown;

type RefDeps = {
  readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
  readonly closed: ReadonlySet<EntityName>;
  readonly placesOf: Readonly<Partial<Record<EntityName, PlaceOf>>>;
};

/** Where a row stands, as far as that is known. */
export const writtenPlace = (file: number, line: number, placeOf: PlaceOf): string =>
  file === FILE_UNKNOWN ? `line ${line} of an earlier file` : placeText(placeOf(file, line));

/** The problem of a row that refers to another one which was rejected, or which no source has; undefined if there is none. */
export function brokenRef(
  { entity, key, field }: Ref,
  { keys, closed, placesOf }: RefDeps,
  cellOf: CellOf,
): Problem | undefined {
  const state: KeyState | undefined = keys[entity].state(key);
  const { noun } = entities[entity];
  if (state === 'landed') return undefined;
  const named = namedAs(key, cellOf(field));
  if (state !== undefined) {
    const stamp = keys[entity].find(key);
    const placeOf = placesOf[entity];
    const place = stamp && placeOf ? ` at ${writtenPlace(stamp.file, stamp.line, placeOf)}` : '';
    const message = `the row of this ${noun}${named.id}${place} was rejected`;
    return { code: 'REFERENCE.BLOCKED', field, value: named.value, message };
  }
  if (!closed.has(entity)) return undefined;
  return {
    code: 'REFERENCE.UNKNOWN',
    field,
    value: named.value,
    message: `no row of the ${entity} has this ${noun}${named.id}`,
  };
}

/** A key as its cell shows it, and the id where that is another text. */
function namedAs(key: string, cell: unknown): { readonly value: unknown; readonly id: string } {
  const text = textOf(cell);
  if (text === '') return { value: key, id: '' };
  return { value: cell, id: text.toLowerCase() === key ? '' : `, whose id is ${key}` };
}
