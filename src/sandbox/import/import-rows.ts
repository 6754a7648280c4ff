import type { App } from '../app/app.ts';
import { writeAction } from '../groups/action-message.ts';
import { publishCreated, publishMember } from '../groups/group-events.ts';
import { readImportedGroup } from '../groups/group-input.ts';
import { type Group, groupJson } from '../stores/group-store.ts';
import { SCOPES } from '../stores/member-store.ts';
import { SYSTEM_USER, userJson } from '../stores/user-store.ts';
import { readImportedUser } from '../users/user-input.ts';
import {
  ApiError,
  alreadyJoined,
  guidExists,
  guidNotFound,
  invalid,
  uidExists,
  uidNotFound,
} from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { nested } from '../wire/field.ts';
import { jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { FieldReader, type Fields, givenOf } from '../wire/validation.ts';

/** One row of POST /data_import/users. */
export const importUser: ImportRow = (app, fields, checkKey) => {
  const user = readImportedUser(app, fields);
  checkKey(user.uid);
  if (!app.users.insert(user)) {
    if (!app.quirks.overwrite) throw uidExists(user.uid);
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
  if (known && !app.quirks.overwrite) throw guidExists(group.guid);
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

/**
 * When the member joined. Documented: `joinedAt` is optional. Its default is not published; here it is the time of
 * the call, as for a member that is added.
 */
function joinedAtOf({ quirks, now }: App, group: Group, given: number | null): number {
  if (given !== null) return given;
  if (quirks.joinedAt === 'group') return group.createdAt + 1;
  if (quirks.joinedAt === 'now') return now();
  throw invalid({ joinedAt: ['The joinedAt field is required.'] }, INVALID);
}

/**
 * The documented rule: later than createdAt, earlier than now. It does not say whose createdAt. Here it is the
 * group's, and only if an import gave it: otherwise it is the time of the migration. A user of the service has no
 * such mark, so its createdAt always counts where the switch asks for it.
 */
function checkJoinedAt(app: App, group: Group, uid: string, joinedAt: number): void {
  const { joinRule } = app.quirks;
  const starts = [
    joinRule !== 'user' && joinRule !== 'now' && group.hasHistory === 1 ? group.createdAt : 0,
    joinRule === 'user' || joinRule === 'both' ? (app.users.find(uid) ?? SYSTEM_USER).createdAt : 0,
  ];
  if (joinedAt < app.now() && joinedAt > Math.max(...starts)) return;
  throw new ApiError(
    'ERR_IMPORT_INVALID_JOINEDAT',
    'The joinedAt should be greater than the createdAt of the group and less than the current time.',
    { details: { joinedAt: ['The joinedAt is not between createdAt and now.'] } },
  );
}

const INVALID = 'ERR_IMPORT_INVALID_MEMBER_FORMAT';

/** The `*Details` of a row. */
export const DETAILS = field.nested({ type: 'object', description: 'the row that it refers to' });

/** A row of POST /data_import/members. */
export const IMPORTED_MEMBER = field.shape(
  {
    memberId: field.requiredText(1000),
    guid: field.requiredId,
    uid: field.requiredId,
    joinedAt: field.seconds,
    scope: field.oneOf(SCOPES),
    isBanned: field.flag,
    groupDetails: DETAILS,
    userDetails: DETAILS,
  },
  (reader, { memberId, guid, uid }) => {
    if (memberId !== '' && memberId.toLowerCase() !== `${guid}_member_${uid}`) {
      reader.problem('memberId', 'The memberId should be <guid>_member_<uid>.');
    }
  },
);

/** One row of POST /data_import/members. */
export const importMember: ImportRow = (app, fields, checkKey) => {
  const row = IMPORTED_MEMBER.read(new FieldReader(fields), INVALID);
  const { memberId, guid, uid, isBanned } = row;
  const scope = row.scope ?? 'participant';
  checkKey(memberId.toLowerCase());
  importUserDetails(app, row.userDetails);
  importGroupDetails(app, row.groupDetails);
  const group = app.groups.find(guid);
  if (!group) throw guidNotFound(guid);
  checkUser(app, uid);
  const joinedAt = joinedAtOf(app, group, row.joinedAt);
  if (row.joinedAt !== null) checkJoinedAt(app, group, uid, joinedAt);
  if (app.members.find(guid, uid)) throw alreadyJoined(uid, guid);
  app.members.insert({ guid, uid, scope, joinedAt, isBanned: isBanned ? 1 : 0 });
  if (app.quirks.importNotes) writeAction({ app, actor: undefined }, guid, uid, 'added');
  else if (app.quirks.importWebhooks) {
    publishMember({ app, actor: undefined }, guid, uid, isBanned ? 'banned' : 'added');
  }
  return jsonObject(
    textMember('guid', guid),
    textMember('uid', uid),
    textMember('scope', scope),
    numberMember('joinedAt', joinedAt),
    isBanned ? '"isBanned":true' : '',
  );
};
