import type { App } from '../app/app.ts';
import { writeAction } from '../groups/action-message.ts';
import { publishMember } from '../groups/group-events.ts';
import type { Group } from '../stores/group-store.ts';
import { SCOPES } from '../stores/member-store.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { ApiError, alreadyJoined, guidNotFound, invalid } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { FieldReader } from '../wire/validation.ts';
import type { ImportRow } from './import-rows.ts';
import { checkUser, importGroupDetails, importUserDetails } from './import-rows.ts';

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

const DETAILS = field.nested({ type: 'object', description: 'the row that it refers to' });

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
