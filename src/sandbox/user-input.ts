import { roleNotFound } from './api-error.ts';
import type { App } from './app.ts';
import type { User } from './user-store.ts';
import { FieldReader, type Fields, LIMITS } from './validation.ts';

/** The fields that users may have when they are created and when they are imported. */
function profile(reader: FieldReader) {
  return {
    avatar: reader.url('avatar'),
    link: reader.url('link'),
    role: reader.id('role') ?? 'default',
    metadata: reader.object('metadata', LIMITS.metadataBytes),
    tags: reader.tags(),
  };
}

/** A new user from a POST /users body. */
export function readNewUser(app: App, fields: Fields): User {
  const reader = new FieldReader(fields);
  const user = {
    uid: reader.requiredId('uid'),
    name: reader.requiredText('name', LIMITS.name),
    ...profile(reader),
    statusMessage: reader.text('statusMessage', LIMITS.description),
    createdAt: app.now(),
    updatedAt: null,
    lastActiveAt: null,
    deactivatedAt: null,
  };
  // Seen on the live service: a missing role is a validation problem here, unlike everywhere else.
  if (!app.roles.has(user.role)) reader.problem('role', 'The selected role is invalid.');
  reader.finish();
  return user;
}

/** A user from an import row or from the `*Details` of one; `statusMessage` is not part of that schema. */
export function readImportedUser(app: App, fields: Fields): User {
  const reader = new FieldReader(fields);
  const user = {
    uid: reader.requiredId('uid'),
    name: reader.requiredText('name', LIMITS.name),
    ...profile(reader),
    statusMessage: null,
    createdAt: reader.seconds('createdAt') ?? app.now(),
    updatedAt: null,
    lastActiveAt: reader.seconds('lastActiveAt'),
    deactivatedAt: reader.seconds('deactivatedAt'),
  };
  reader.finish('ERR_IMPORT_INVALID_USER_FORMAT');
  if (!app.roles.has(user.role)) throw roleNotFound(user.role);
  return user;
}

/** The user after a PUT /users/{uid}: given fields replace, `unset` empties, the rest stays. */
export function readUserChange(app: App, user: User, fields: Fields): User {
  const reader = new FieldReader(fields);
  const given = profile(reader);
  const name = reader.text('name', LIMITS.name);
  if (reader.has('name') && name?.trim() === '') reader.problem('name', 'The name field is required.');
  const statusMessage = reader.text('statusMessage', LIMITS.description);
  const unset = reader.ids('unset');
  if (!app.roles.has(given.role)) reader.problem('role', 'The selected role is invalid.');
  reader.finish();
  const next = <T>(field: string, value: T, old: T): T =>
    unset.includes(field) ? (null as T) : reader.has(field) ? value : old;
  return {
    ...user,
    name: name ?? user.name,
    avatar: next('avatar', given.avatar, user.avatar),
    link: next('link', given.link, user.link),
    metadata: next('metadata', given.metadata, user.metadata),
    role: reader.has('role') ? given.role : user.role,
    tags: reader.has('tags') ? given.tags : user.tags,
    statusMessage: reader.has('statusMessage') ? statusMessage : user.statusMessage,
    updatedAt: app.now(),
  };
}
