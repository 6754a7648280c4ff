import type { App } from '../app/app.ts';
import { userJson } from '../stores/user-store.ts';
import { readImportedUser } from '../users/user-input.ts';
import { uidExists } from '../users/users.ts';
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
  if (!details) return;
  const user = readImportedUser(app, details);
  if (!app.users.has(user.uid)) app.users.insert(user);
}
