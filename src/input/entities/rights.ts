import type { Data, Entity, EntityName } from './entity.ts';
import { UNTYPED } from './policies.ts';

/**
 * The fields that grant or take rights: who may enter, who may write, who may read. A change sets one only to a value that the
 * row says in words. An empty cell never changes one, because what it would fall back to may be more open.
 */
const RIGHTS: Readonly<Partial<Record<EntityName, ReadonlySet<string>>>> = {
  users: new Set(['role', 'deactivatedAt']),
  groups: new Set(['type', 'password', 'owner']),
  members: new Set(['scope', 'isBanned']),
};

/** True if a field of an entity grants or takes rights. */
export const isRight = (entity: EntityName, field: string): boolean => RIGHTS[entity]?.has(field) ?? false;

/** The type of a group that is created without one: nobody sees what they could not see before. */
export const GROUP_TYPE = 'private';

/** Names the values that are counted of a row that says nothing of who may enter; empty for most. */
export const unsaidType = ({ name }: Pick<Entity, 'name'>, data: Data): readonly string[] =>
  name === 'groups' && data['type'] === undefined ? [UNTYPED] : [];

/**
 * The value of `deactivatedAt` of a user who is active in so many words (`never`). An empty cell does not say that: it
 * leaves a deactivated user as it is.
 */
export const NEVER = 0;

/** True for the row of a user who is deactivated. */
export const isInactiveUser = ({ name, isActive }: Pick<Entity, 'name' | 'isActive'>, data: Data): boolean =>
  name === 'users' && isActive?.(data) === false;

/** True if a row says in words that it is active (a user that is not deactivated, a member that is not banned). */
export const saysActive = ({ name }: Entity, data: Data): boolean =>
  name === 'users' ? data['deactivatedAt'] === NEVER : name === 'members' && data['isBanned'] === false;

/** True if a row says in words whether it is active. */
export const statesActive = ({ name }: Entity, data: Data): boolean =>
  name === 'users'
    ? data['deactivatedAt'] !== undefined
    : name === 'members'
      ? data['isBanned'] !== undefined
      : true;
