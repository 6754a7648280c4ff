import type { App } from '../app/app.ts';
import { publishMember } from '../groups/group-events.ts';
import type { Group } from '../stores/group-store.ts';
import { SCOPES } from '../stores/member-store.ts';
import { ApiError, alreadyJoined, guidNotFound, uidNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { FieldReader } from '../wire/validation.ts';
import { importGroupDetails } from './import-groups.ts';
import type { ImportRow } from './import-row.ts';
import { importUserDetails } from './import-users.ts';

/**
 * The documented rule: later than createdAt, earlier than now. It does not say whose createdAt. Here it is the
 * group's, and only if an import gave it: otherwise it is the time of the migration.
 */
function checkJoinedAt(app: App, group: Group, joinedAt: number): void {
  if (joinedAt < app.now() && !(group.hasHistory === 1 && joinedAt <= group.createdAt)) return;
  throw new ApiError(
    'ERR_IMPORT_INVALID_JOINEDAT',
    'The joinedAt should be greater than the createdAt of the group and less than the current time.',
    { details: { joinedAt: ['The joinedAt is not between createdAt and now.'] } },
  );
}

const DETAILS = field.nested({ type: 'object', description: 'the row that it refers to' });

/** A row of POST /data_import/members. */
export const IMPORTED_MEMBER = field.shape(
  {
    memberId: field.requiredText(1000),
    guid: field.requiredId,
    uid: field.requiredId,
    joinedAt: field.requiredSeconds,
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
  const row = IMPORTED_MEMBER.read(new FieldReader(fields), 'ERR_IMPORT_INVALID_MEMBER_FORMAT');
  const { memberId, guid, uid, joinedAt, isBanned } = row;
  const scope = row.scope ?? 'participant';
  checkKey(memberId.toLowerCase());
  importUserDetails(app, row.userDetails);
  importGroupDetails(app, row.groupDetails);
  const group = app.groups.find(guid);
  if (!group) throw guidNotFound(guid);
  if (!app.users.has(uid)) throw uidNotFound(uid);
  checkJoinedAt(app, group, joinedAt);
  if (app.members.find(guid, uid)) throw alreadyJoined(uid, guid);
  app.members.insert({ guid, uid, scope, joinedAt, isBanned: isBanned ? 1 : 0 });
  if (app.quirks.importWebhooks) {
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
