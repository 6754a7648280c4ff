import type { App } from '../app/app.ts';
import { type CountedGroup, GROUP_TYPES, type Group } from '../stores/group-store.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { changes, checkLengths } from '../users/user-input.ts';
import { ApiError, uidNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { FieldReader, type Fields, LIMITS } from '../wire/validation.ts';

/** The fields that all groups have in common, new, changed and imported ones. */
const FACTS = {
  type: field.oneOf(GROUP_TYPES),
  password: field.text(LIMITS.password),
  icon: field.url,
  metadata: field.object(LIMITS.metadataBytes),
  tags: field.tags,
  owner: field.id,
} as const;

const BASICS = { guid: field.requiredId, name: field.requiredText(LIMITS.name), ...FACTS } as const;

/** The body of POST /groups. */
export const NEW_GROUP = field.shape({
  ...BASICS,
  description: field.text(LIMITS.description),
  members: field.nested({ type: 'object', description: 'uids by bucket, 25 in all' }),
});

/** The body of PUT /groups/{guid}. */
export const GROUP_CHANGE = field.shape({
  name: field.notBlank(LIMITS.name),
  ...FACTS,
  description: field.text(LIMITS.description),
  unset: field.words(['icon', 'description', 'metadata']),
});

/** A group in an import row or in the `*Details` of one. `description` is not part of that schema. */
export const IMPORTED_GROUP = field.shape({
  ...BASICS,
  type: field.requiredOneOf(GROUP_TYPES),
  createdAt: field.seconds,
});

function checkPassword(group: Pick<Group, 'type' | 'password'>): void {
  if (group.type === 'password' && !group.password) {
    throw new ApiError('ERR_EMPTY_GROUP_PASS', 'Password is mandatory for a protected group.');
  }
}

/** A new group from the body of POST /groups. Without an owner it belongs to the actor, `actorUid`. */
export function newGroup(
  app: App,
  { members: _, ...given }: field.ShapeValues<typeof NEW_GROUP>,
  actorUid: string,
): Group {
  const group = {
    ...given,
    type: given.type ?? 'public',
    owner: given.owner ?? actorUid,
    createdAt: app.now(),
    updatedAt: null,
    updatedBy: null,
    hasHistory: 0,
  };
  checkLengths(app, group);
  checkPassword(group);
  checkOwner(app, group.owner);
  return group;
}

/**
 * The group after a PUT /groups/{guid} by `actorUid`. Fields in `fields` replace, `unset` empties, all others
 * stay. The password is removed when the group needs none any more.
 */
export function changedGroup(
  app: App,
  group: CountedGroup,
  { unset, name, type, owner, ...given }: field.ShapeValues<typeof GROUP_CHANGE>,
  fields: Fields,
  actorUid: string,
): CountedGroup {
  const changed = {
    ...group,
    ...changes(given, fields, unset),
    name: name ?? group.name,
    type: type ?? group.type,
    owner: owner ?? group.owner,
    updatedAt: app.now(),
    updatedBy: actorUid,
  };
  checkLengths(app, { name, tags: given.tags });
  checkPassword(changed);
  checkOwner(app, changed.owner === group.owner ? SYSTEM_USER.uid : changed.owner);
  return changed.type === 'password' ? changed : { ...changed, password: null };
}

function checkOwner(app: App, owner: string): void {
  if (owner !== SYSTEM_USER.uid && !app.users.findActive(owner)) throw uidNotFound(owner);
}

/** A group from an import row or from the `*Details` of one. */
export function readImportedGroup(app: App, fields: Fields): Group {
  const given = IMPORTED_GROUP.read(new FieldReader(fields), 'ERR_IMPORT_INVALID_GROUP_FORMAT');
  const group = {
    ...given,
    description: null,
    owner: given.owner ?? SYSTEM_USER.uid,
    createdAt: given.createdAt ?? app.now(),
    updatedAt: null,
    updatedBy: null,
    hasHistory: given.createdAt === null ? 0 : 1,
  };
  checkLengths(app, given, 'ERR_IMPORT_INVALID_GROUP_FORMAT');
  checkPassword(group);
  return group;
}
