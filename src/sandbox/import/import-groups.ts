import type { App } from '../app/app.ts';
import { publishCreated } from '../groups/group-events.ts';
import { readImportedGroup } from '../groups/group-input.ts';
import { guidExists } from '../groups/groups.ts';
import { type Group, groupJson } from '../stores/group-store.ts';
import { uidNotFound } from '../wire/api-error.ts';
import { FieldReader, type Fields } from '../wire/validation.ts';
import type { ImportRow } from './import-row.ts';
import { importUserDetails } from './import-users.ts';

function insertGroup(app: App, group: Group): void {
  if (!app.users.has(group.owner)) throw uidNotFound(group.owner);
  app.groups.insert(group);
}

/** One row of POST /data_import/groups. The import does not make the owner a member (assumed). */
export const importGroup: ImportRow = (app, fields, checkKey) => {
  const group = readImportedGroup(app, fields);
  checkKey(group.guid);
  const known = app.groups.find(group.guid);
  if (known && !app.quirks.overwrite) throw guidExists(app, group.guid);
  const reader = new FieldReader(fields);
  const owner = reader.nested('groupOwnerDetails');
  reader.finish('ERR_IMPORT_INVALID_GROUP_FORMAT');
  importUserDetails(app, owner);
  if (!known) {
    insertGroup(app, group);
    if (app.quirks.importWebhooks) publishCreated(app, group.guid, []);
  } else app.groups.update({ ...group, description: known.description, updatedBy: known.updatedBy });
  return groupJson({ ...group, membersCount: known?.membersCount ?? 0 }, true);
};

/** Creates the group in the `*Details` of another row unless it exists (assumed). */
export function importGroupDetails(app: App, details: Fields | undefined): void {
  if (!details) return;
  const group = readImportedGroup(app, details);
  if (!app.groups.has(group.guid)) insertGroup(app, group);
}
