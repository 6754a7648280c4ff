import { FILE_UNKNOWN, type KeyIndex, type KeyState } from '../../keys/key-index.ts';
import { entities } from '../entities/entities.ts';
import type { EntityName, Ref, ReferredName } from '../entities/entity.ts';
import { type PlaceOf, placeText } from './place.ts';
import type { Problem } from './row.ts';

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
): Problem | undefined {
  const state: KeyState | undefined = keys[entity].state(key);
  const { noun } = entities[entity];
  if (state === 'landed') return undefined;
  if (state !== undefined) {
    const stamp = keys[entity].find(key);
    const placeOf = placesOf[entity];
    const place = stamp && placeOf ? ` at ${writtenPlace(stamp.file, stamp.line, placeOf)}` : '';
    const message = `the row of this ${noun}${place} was rejected`;
    return { code: 'REFERENCE.BLOCKED', field, value: key, message };
  }
  if (!closed.has(entity)) return undefined;
  return {
    code: 'REFERENCE.UNKNOWN',
    field,
    value: key,
    message: `no row of the ${entity} has this ${noun}`,
  };
}
