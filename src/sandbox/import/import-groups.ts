import type { App } from '../app/app.ts';
import { publishCreated } from '../groups/group-events.ts';
import { readImportedGroup } from '../groups/group-input.ts';
import { guidExists } from '../groups/groups.ts';
import { type Group, groupJson } from '../stores/group-store.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { uidNotFound } from '../wire/api-error.ts';
import { nested } from '../wire/field.ts';
import { FieldReader, type Fields, givenOf } from '../wire/validation.ts';
import type { ImportRow } from './import-row.ts';
import { importUserDetails } from './import-users.ts';

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
