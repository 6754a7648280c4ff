import { ApiError, uidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import * as field from './field.ts';
import { GROUP_TYPES, type Group } from './group-store.ts';
import { SYSTEM_USER } from './user-store.ts';
import { FieldReader, type Fields, LIMITS } from './validation.ts';

/** The fields that groups have in common when they are created and when they are imported. */
const BASICS = {
  guid: field.requiredId,
  name: field.requiredText(LIMITS.name),
  type: field.oneOf(GROUP_TYPES),
  password: field.text(LIMITS.password),
  icon: field.url,
  metadata: field.object(LIMITS.metadataBytes),
  tags: field.tags,
  owner: field.id,
} as const;

/** The body of POST /groups. */
export const NEW_GROUP = field.shape({
  ...BASICS,
  description: field.text(LIMITS.description),
  members: field.nested({ type: 'object', description: 'uids by bucket, 25 in all' }),
});

/** A group in an import row, or in the `*Details` of one; `description` is not part of that schema. */
export const IMPORTED_GROUP = field.shape({ ...BASICS, createdAt: field.seconds }, (reader) => {
  if (!reader.has('type')) reader.problem('type', 'The type field is required.');
});

type Read<S> = S extends field.Shape<infer T> ? T : never;

/** Refuses a password group without a password. */
export function checkPassword(group: Pick<Group, 'type' | 'password'>): void {
  if (group.type === 'password' && !group.password) {
    throw new ApiError('ERR_EMPTY_GROUP_PASS', 'Password is mandatory for a protected group.');
  }
}

/** A new group from a POST /groups body; without an owner it belongs to the actor, `actorUid`. */
export function newGroup(
  app: App,
  { members: _, ...given }: Read<typeof NEW_GROUP>,
  actorUid: string,
): Group {
  const group = {
    ...given,
    type: given.type ?? 'public',
    owner: given.owner ?? actorUid,
    createdAt: app.now(),
    updatedAt: null,
    hasHistory: 0,
  };
  checkPassword(group);
  if (group.owner !== SYSTEM_USER.uid && !app.users.findActive(group.owner)) throw uidNotFound(group.owner);
  return group;
}

/** A group from an import row or from the `*Details` of one. */
export function readImportedGroup(app: App, fields: Fields): Group {
  const given = IMPORTED_GROUP.read(new FieldReader(fields), 'ERR_IMPORT_INVALID_GROUP_FORMAT');
  const group = {
    ...given,
    type: given.type ?? 'public',
    description: null,
    owner: given.owner ?? SYSTEM_USER.uid,
    createdAt: given.createdAt ?? app.now(),
    updatedAt: null,
    hasHistory: given.createdAt === null ? 0 : 1,
  };
  checkPassword(group);
  return group;
}
