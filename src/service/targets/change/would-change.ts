import { isDeepStrictEqual } from 'node:util';
import { entities } from '../../../input/entities/entities.ts';
import type { Data } from '../../../input/entities/entity.ts';
import { saysActive } from '../../../input/entities/rights.ts';
import { type Changing, changeOf, type ReadableName } from './change.ts';

/** The fields of a row of the service that a row would change. */
export type WouldChange = {
  readonly changed: readonly string[];
  readonly emptied: readonly string[];
  /** Fields that the row leaves empty and that keep their value. */
  readonly kept: readonly string[];
};

/** Finds what a row of a source makes of a user, group or role that exists, by the names of fields. */
export function wouldChange(entity: ReadableName, item: Changing, found: Data): WouldChange {
  const { data, remote } = item;
  const { fields, unset, kept } = changeOf(entity, {
    ...item,
    remote: { active: undefined, ...remote, found },
  });
  const differing = Object.keys(fields).filter(
    (name) =>
      !(isEmpty(fields[name]) && isEmpty(found[name])) && !isDeepStrictEqual(fields[name], found[name]),
  );
  const turns = isDeactivated(found)
    ? saysActive(entities[entity], data) || remote?.returns === true
    : wantsInactive(data);
  const { defaults } = entities[entity].compared;
  return {
    changed: [...differing.filter((name) => !isEmpty(fields[name])), ...(turns ? ['deactivatedAt'] : [])],
    emptied: [
      ...differing.filter((name) => isEmpty(fields[name])),
      ...unset.filter((name) => !isEmpty(found[name])),
    ],
    kept: kept.filter((name) => !isEmpty(found[name]) && found[name] !== defaults[name]),
  };
}

/** True if a change would leave a user, group or role of the service as it is. */
export function isEqual(entity: ReadableName, item: Changing, found: Data): boolean {
  const { changed, emptied } = wouldChange(entity, item, found);
  return changed.length + emptied.length === 0;
}

/** The fields that a change can empty and that a row of the service has a value in. */
export const clearableIn = (entity: ReadableName, found: Data): readonly string[] =>
  entities[entity].clearable.filter((name) => !isEmpty(found[name]));

/** True if a row says that the user is deactivated. */
export const wantsInactive = (data: Data): boolean => Number(data['deactivatedAt'] ?? 0) > 0;

export const isDeactivated = ({ deactivatedAt }: Data): boolean =>
  deactivatedAt !== undefined && deactivatedAt !== null;

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0);
