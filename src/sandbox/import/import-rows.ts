import type { App } from '../app/app.ts';
import { publishCreated } from '../groups/group-events.ts';
import { readImportedGroup } from '../groups/group-input.ts';
import { guidExists } from '../groups/groups.ts';
import { type Group, groupJson } from '../stores/group-store.ts';
import { SYSTEM_USER, userJson } from '../stores/user-store.ts';
import { readImportedUser } from '../users/user-input.ts';
import { uidExists } from '../users/users.ts';
import { ApiError, uidNotFound } from '../wire/api-error.ts';
import { nested } from '../wire/field.ts';
import { FieldReader, type Fields, givenOf } from '../wire/validation.ts';

/** One row of POST /data_import/users. */
export const importUser: ImportRow = (app, fields, checkKey) => {
  const user = readImportedUser(app, fields);
  checkKey(user.uid);
  if (!app.users.insert(user)) {
    if (!app.quirks.overwrite) throw uidExists(app, user.uid);
    app.users.update(user);
  }
  return userJson(user, true);
};

/**
 * Creates the user in the `*Details` of another row unless it exists. Documented: a row may carry the rows it
 * refers to. Assumed: a missing one is created and an existing one stays unchanged.
 */
export function importUserDetails(app: App, details: Fields | undefined): void {
  if (!details || app.quirks.details === 'ignore') return;
  const user = readImportedUser(app, details);
  if (!app.users.has(user.uid)) app.users.insert(user);
  else if (app.quirks.details === 'update') app.users.update(user);
}

/** Refuses a user that a row names and that does not exist. Assumed: a deactivated one may be named. */
export function checkUser({ users, quirks }: App, uid: string): void {
  const exists = quirks.activeOnly ? uid === SYSTEM_USER.uid || users.findActive(uid) : users.has(uid);
  if (!exists) throw uidNotFound(uid);
}

/**
 * Imports one row and returns its JSON. Throws an ApiError if it refuses the row. `checkKey` checks the row's key
 * against its id.
 */
export type ImportRow = (app: App, fields: Fields, checkKey: (id: string) => void) => string;

/** A refusal that `poison=batch500` turns into a failure of the whole request. */
export class PoisonError extends ApiError {}

/** Assumed: the import does not make the owner a member. Returns how many members there are. */
function insertGroup(app: App, group: Group): number {
  const { guid, owner: uid, createdAt: joinedAt } = group;
  if (!app.users.has(uid)) throw uidNotFound(uid);
  app.groups.insert(group);
  if (!app.quirks.ownerJoins || uid === SYSTEM_USER.uid) return 0;
  app.members.insert({ guid, uid, scope: 'admin', joinedAt, isBanned: 0 });
  return 1;
}

const OWNER = nested({});

/** One row of POST /data_import/groups. */
export const importGroup: ImportRow = (app, fields, checkKey) => {
  const group = readImportedGroup(app, fields);
  checkKey(group.guid);
  const known = app.groups.find(group.guid);
  if (known && !app.quirks.overwrite) throw guidExists(app, group.guid);
  const reader = new FieldReader(fields);
  const owner = OWNER.read(reader, 'groupOwnerDetails');
  reader.finish('ERR_IMPORT_INVALID_GROUP_FORMAT');
  importUserDetails(app, owner);
  if (known) {
    app.groups.update({ ...group, description: known.description, updatedBy: known.updatedBy });
    return groupJson({ ...group, membersCount: known.membersCount }, true);
  }
  const membersCount = insertGroup(app, group);
  if (app.quirks.importWebhooks) publishCreated(app, group.guid, []);
  return groupJson({ ...group, membersCount }, true);
};

/** Members of an existing group that details replace: all that they name. */
const given = ({ createdAt: _, hasHistory: __, ...group }: Group): Partial<Group> => givenOf(group);

/** Creates the group in the `*Details` of another row unless it exists (assumed). */
export function importGroupDetails(app: App, details: Fields | undefined): void {
  if (!details || app.quirks.details === 'ignore') return;
  const group = readImportedGroup(app, details);
  const known = app.groups.find(group.guid);
  if (!known) insertGroup(app, group);
  else if (app.quirks.details === 'update') app.groups.update({ ...known, ...given(group) });
}
