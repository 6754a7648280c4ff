import { isDeepStrictEqual } from 'node:util';
import { entities } from '../../../input/entities/entities.ts';
import type { Data, Item } from '../../../input/entities/entity.ts';
import { isObject } from '../../../input/entities/limits.ts';

/** The content of a call that changes a user, group or role. */
export type Change = {
  readonly fields: Data;
  /** Fields that become empty. They are named, because the service keeps fields that a call leaves out. */
  readonly unset: readonly string[];
  /** Fields that become empty in the row and stay in the service: the API cannot empty them, or they grant or take rights. */
  readonly kept: readonly string[];
};

/** Entities whose rows can be read one by one. */
export type ReadableName = 'users' | 'groups' | 'roles';

/** The part of an item that a change needs. */
export type Changing = Pick<Item, 'data' | 'owned' | 'remote'>;

/** The fields of a call that changes a row. `deactivatedAt` has calls of its own. */
const CALLS: Readonly<Record<ReadableName, readonly string[]>> = {
  users: ['name', 'avatar', 'link', 'role', 'statusMessage', 'metadata', 'tags'],
  groups: ['name', 'type', 'password', 'icon', 'description', 'owner', 'metadata', 'tags'],
  roles: ['name', 'description', 'metadata'],
};

export const isReadable = (entity: string): entity is ReadableName => Object.hasOwn(CALLS, entity);

/** The body of a call that changes a row. */
export function bodyOf(entity: ReadableName, item: Changing): Data {
  const { fields, unset } = changeOf(entity, item);
  return { ...fields, ...(unset.length > 0 ? { unset } : {}) };
}

/**
 * The change that brings an existing row up to date: the values that the row has, and the owned fields that have become
 * empty. Fields that the source lacks, and members of metadata that are not ours, stay as they are.
 */
export function changeOf(entity: ReadableName, item: Changing): Change {
  const { data } = item;
  const { clearable } = entities[entity];
  const fields: Record<string, unknown> = {};
  const unset: string[] = [];
  const kept: string[] = [];
  for (const field of CALLS[entity]) {
    if (field === 'metadata') {
      const metadata = metadataOf(item);
      if (metadata && Object.keys(metadata).length > 0) fields[field] = metadata;
      else if (metadata) unset.push(field);
    } else if (data[field] !== undefined) fields[field] = data[field];
    else if (!isEmptied(item, field)) continue;
    else if (!clearable.includes(field)) kept.push(field);
    else if (field === 'tags') fields[field] = [];
    else unset.push(field);
  }
  return { fields, unset, kept };
}

/** True if a row that has no value in a field says that the field is empty now. */
function isEmptied({ data, owned, remote }: Changing, field: string): boolean {
  if (data[field] !== undefined) return false;
  const { changed } = remote ?? {};
  return changed && !owned.whole ? changed.includes(field) && owned.has(field) : owned.declares(field);
}

/** True if a change must know the metadata of the service: members that are not ours stay. */
export function needsMetadata({ data, owned, remote }: Changing): boolean {
  const { changed, found } = remote ?? {};
  if (found || owned.whole || (changed && !changed.includes('metadata'))) return false;
  return data['metadata'] !== undefined || owned.has('metadata');
}

/** The metadata to write: empty if it is to be removed, undefined if it stays as it is. */
function metadataOf(item: Changing): Data | undefined {
  const { data, owned, remote } = item;
  const own = data['metadata'] as Data | undefined;
  const { changed, found } = remote ?? {};
  if (owned.whole) return own ?? {};
  if (changed && !changed.includes('metadata') && !found) return undefined;
  if (!own && !isEmptied(item, 'metadata')) return undefined;
  const held = found?.['metadata'];
  if (!isObject(held)) return own ?? (held === undefined || held === null ? undefined : {});
  const merged = mergedMembers(held as Data, own, (member) => isOurs(item, member));
  return isDeepStrictEqual(merged, held) ? undefined : merged;
}

/**
 * True if a member of metadata that a row does not have was written for it: it has a column of its own, or it comes from the
 * same source, and the row is not one that was there before us with other content.
 */
export function isOurs({ owned, remote }: Changing, member: string): boolean {
  if (owned.declaresMember('metadata', member)) return true;
  return owned.hasMember('metadata', member) && (!remote?.foreign || remote.changed !== undefined);
}

/** Members that are ours over those that the service has and that are not ours. */
export function mergedMembers(held: Data, own: Data = {}, isOurs: (member: string) => boolean): Data {
  const others = Object.entries(held).filter(([member]) => !isOurs(member) && !Object.hasOwn(own, member));
  return Object.fromEntries([...others, ...Object.entries(own)]);
}
