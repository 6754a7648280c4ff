import { ApiError, uidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import { GROUP_TYPES, type Group } from './group-store.ts';
import { SYSTEM_USER } from './user-store.ts';
import { FieldReader, type Fields, LIMITS } from './validation.ts';

/** The fields that groups have in common when they are created and when they are imported. */
function basics(reader: FieldReader) {
  return {
    guid: reader.requiredId('guid'),
    name: reader.requiredText('name', LIMITS.name),
    type: reader.oneOf('type', GROUP_TYPES) ?? 'public',
    password: reader.text('password', LIMITS.password),
    icon: reader.url('icon'),
    metadata: reader.object('metadata', LIMITS.metadataBytes),
    tags: reader.tags(),
    updatedAt: null,
  };
}

function checkPassword(group: Pick<Group, 'type' | 'password'>): void {
  if (group.type === 'password' && !group.password) {
    throw new ApiError('ERR_EMPTY_GROUP_PASS', 'Password is mandatory for a protected group.');
  }
}

/** A new group from a POST /groups body; without an owner it belongs to the actor, `actorUid`. */
export function readNewGroup(app: App, fields: Fields, actorUid: string): Group {
  const reader = new FieldReader(fields);
  const group = {
    ...basics(reader),
    description: reader.text('description', LIMITS.description),
    owner: reader.id('owner') ?? actorUid,
    createdAt: app.now(),
    hasHistory: 0,
  };
  reader.finish();
  checkPassword(group);
  if (group.owner !== SYSTEM_USER.uid && !app.users.findActive(group.owner)) throw uidNotFound(group.owner);
  return group;
}

/** A group from an import row or from the `*Details` of one; `description` is not part of that schema. */
export function readImportedGroup(app: App, fields: Fields): Group {
  const reader = new FieldReader(fields);
  const createdAt = reader.seconds('createdAt');
  const group = {
    ...basics(reader),
    description: null,
    owner: reader.id('owner') ?? SYSTEM_USER.uid,
    createdAt: createdAt ?? app.now(),
    hasHistory: createdAt === null ? 0 : 1,
  };
  if (!reader.has('type')) reader.problem('type', 'The type field is required.');
  reader.finish('ERR_IMPORT_INVALID_GROUP_FORMAT');
  checkPassword(group);
  return group;
}
