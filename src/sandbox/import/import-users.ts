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
 * Creates the user that a `*Details` object of another row describes, unless it exists. That a row may bring
 * what it refers to is documented; that it is created when missing and left alone otherwise is assumed.
 */
export function importUserDetails(app: App, details: Fields | undefined): void {
  if (!details) return;
  const user = readImportedUser(app, details);
  if (!app.users.has(user.uid)) app.users.insert(user);
}
