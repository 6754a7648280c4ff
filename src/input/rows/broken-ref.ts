import { FILE_UNKNOWN, type KeyIndex, type KeyState } from '../../keys/key-index.ts';
import { entities } from '../entities/entities.ts';
import type { EntityName, Ref, ReferredName } from '../entities/entity.ts';
import { textOf } from './forms/cell-text.ts';
import type { Outcome } from './outcome.ts';
import { type PlaceOf, placeText } from './place.ts';
import type { Problem } from './row.ts';

/** Reads what a field of the row is made of, as it stands in the file; undefined if it is made of nothing there. */
type CellOf = (field: string) => unknown;

type RefDeps = {
  readonly keys: Readonly<Record<ReferredName, KeyIndex>>;
  readonly closed: ReadonlySet<EntityName>;
  readonly placesOf: Readonly<Partial<Record<EntityName, PlaceOf>>>;
};

/** The place of a row, as far as that is known. */
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
    const place = placeOfKey(key, keys[entity], placesOf[entity]);
    const at = place === undefined ? '' : ` at ${place}`;
    const message = `the row of this ${noun}${named.id}${at} was rejected`;
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

/** The problem of a row whose call needs a user who is deactivated; undefined if that user is active. */
export function inactiveRef(
  { entity, key, field }: Ref,
  { keys, placesOf }: RefDeps,
  cellOf: (field: string) => unknown,
): Problem | undefined {
  if (!keys[entity].isInactive(key)) return undefined;
  const named = namedAs(key, cellOf(field));
  // Of one whose row has not changed since an earlier run, no row was read.
  const place = placeOfKey(key, keys[entity], placesOf[entity]);
  const where = place === undefined ? '' : ` (${place})`;
  const message = `${entities[entity].noun} ${key}${where} is deactivated, and the service refuses calls for it`;
  return { code: 'REFERENCE.INACTIVE', field, value: named.value, message };
}

/** The place of the row that has a key, as far as that is known. */
function placeOfKey(key: string, index: KeyIndex, placeOf: PlaceOf | undefined): string | undefined {
  const stamp = placeOf && index.find(key);
  return stamp && writtenPlace(stamp.file, stamp.line, placeOf);
}

/** A key as its cell shows it, and the id where that is another text. */
function namedAs(key: string, cell: unknown): { readonly value: unknown; readonly id: string } {
  const text = textOf(cell);
  if (text === '') return { value: key, id: '' };
  return { value: cell, id: text.toLowerCase() === key ? '' : `, whose id is ${key}` };
}
/** The outcome of a row that hangs on a message which has not landed. */
export const lacksMessage = (field: string, value: string, why: string): Outcome => ({
  status: 'blocked',
  problems: [{ code: 'REFERENCE.MESSAGE', field, value, message: `needs its message: ${why}` }],
});

/**
 * Why a message has not landed, by the keys of the messages that were read.
 * @returns undefined if no row has its key
 */
export function whyNotLanded(
  key: string,
  keys: Pick<KeyIndex, 'state' | 'find'>,
  placeOf: PlaceOf | undefined,
): string | undefined {
  const state = keys.state(key);
  const stamp = state === undefined ? undefined : keys.find(key);
  if (!stamp) return undefined;
  const place = placeOf ? ` at ${writtenPlace(stamp.file, stamp.line, placeOf)}` : '';
  return state === 'landed' ? `its row${place} was not imported` : `its row${place} was rejected`;
}

/** The outcome of a receipt by a user to whom the service does not show the conversation. */
export const OUTSIDE_CONVERSATION: Outcome = {
  status: 'blocked',
  problems: [
    {
      code: 'REFERENCE.CONVERSATION',
      field: 'uid',
      message: 'the user is not in the group, so there is no message that it can have read',
    },
  ],
};

/** The outcome of a receipt whose conversation has no message that is old enough. */
export const NOTHING_TO_MARK: Outcome = { status: 'skipped', rule: 'noMessage' };

/** Why there is no message whose key no row has. */
export const IN_NO_FILE = 'it is in no file';
