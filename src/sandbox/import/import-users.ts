import type { App } from '../app/app.ts';
import { SYSTEM_USER, userJson } from '../stores/user-store.ts';
import { readImportedUser } from '../users/user-input.ts';
import { uidExists } from '../users/users.ts';
import { uidNotFound } from '../wire/api-error.ts';
import type { Fields } from '../wire/validation.ts';
import type { ImportRow } from './import-row.ts';

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
