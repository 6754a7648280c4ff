import { type ActorCall, type Call, failed } from '../app/route.ts';
import type { CountedGroup, Group } from '../stores/group-store.ts';
import type { Scope } from '../stores/member-store.ts';
import {
  ApiError,
  alreadyJoined,
  bannedFromGroup,
  invalid,
  uidNotFound,
  userRefused,
} from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { readIds } from '../wire/field.ts';
import { jsonMap } from '../wire/json-text.ts';
import { FieldReader, isObject, LIMITS } from '../wire/validation.ts';
import { writeAction } from './action-message.ts';
import { checkPowerOver } from './group-scope.ts';

/** The lists of uids in a body. A uid in several lists counts in the first of them. */
const BUCKETS = [
  ['admins', 'admin'],
  ['moderators', 'moderator'],
  ['participants', 'participant'],
  ['usersToBan', 'ban'],
] as const;

/** The body with its lists. `readBuckets` reads them. */
export const BUCKETS_BODY = field.shape({
  admins: field.ids(LIMITS.uidsAtOnce),
  moderators: field.ids(LIMITS.uidsAtOnce),
  participants: field.ids(LIMITS.uidsAtOnce),
  usersToBan: field.ids(LIMITS.uidsAtOnce),
});

/** Users that get a scope, or a ban. */
export type Bucket = {
  readonly name: string;
  readonly scope: Scope | 'ban';
  readonly uids: readonly string[];
};

/** Reads the lists of uids. A uid in several lists counts only in the first. */
export function readBuckets(value: unknown): readonly Bucket[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw invalid({ members: ['The members must be an object.'] });
  const reader = new FieldReader(value);
  const seen = new Set<string>();
  const buckets = BUCKETS.map(([name, scope]) => {
    const uids = readIds(reader, name, value[name]).filter((uid) => !seen.has(uid));
    for (const uid of uids) seen.add(uid);
    return { name, scope, uids };
  });
  if (seen.size > LIMITS.uidsAtOnce) {
    reader.problem('members', `The members may not have more than ${LIMITS.uidsAtOnce} uids.`);
  }
  reader.finish();
  return buckets;
}

/** Adds and bans users. Results are ordered by list and uid. A failure affects only its uid. */
export function addMembers(call: ActorCall, group: CountedGroup, buckets: readonly Bucket[]): string {
  const given = buckets.filter((bucket) => bucket.uids.length > 0);
  return jsonMap(
    given.map(({ name, scope, uids }) => [
      name,
      jsonMap(uids.map((uid) => [uid, addOne(call, group, uid, scope)])),
    ]),
  );
}

function addOne(call: ActorCall, group: CountedGroup, uid: string, scope: Scope | 'ban'): string {
  try {
    if (scope === 'ban') {
      banUser(call, group, uid);
      return '{"success":true}';
    }
    return `{"success":true,"data":${join(call, group, uid, scope)}}`;
  } catch (error) {
    if (error instanceof ApiError) return failed(error);
    throw error;
  }
}

function join(call: ActorCall, { guid }: CountedGroup, uid: string, scope: Scope): string {
  const { app, actor } = call;
  if (!app.users.findActive(uid)) throw uidNotFound(uid);
  const member = app.members.find(guid, uid);
  if (member) throw member.isBanned ? bannedFromGroup(uid, guid) : alreadyJoined(uid, guid);
  checkRoom(app, guid, uid);
  app.members.insert({ guid, uid, scope, joinedAt: app.now(), isBanned: 0 });
  return app.messages.json(writeAction(call, guid, uid, uid === actor?.uid ? 'joined' : 'added'));
}

/** Refuses a member if the group is full, or if the user is in too many groups. */
export function checkRoom(app: Call['app'], guid: string, uid: string): void {
  if ((app.groups.find(guid)?.membersCount ?? 0) >= LIMITS.membersPerGroup) {
    throw new ApiError(
      'ERR_NO_VACANCY',
      `The group with guid ${guid} has ${LIMITS.membersPerGroup} members and cannot take more.`,
    );
  }
  if (app.members.countGroups(uid) < LIMITS.groupsPerUser) return;
  const what = `is in ${LIMITS.groupsPerUser} groups and cannot join more`;
  throw userRefused('ERR_PLAN_QUOTA_RESTRICTION', uid, what);
}

/** Bans a user, member or not. It leaves the group and cannot join again until the ban is lifted. */
export function banUser(call: ActorCall, group: Group, uid: string): void {
  const { app } = call;
  if (!app.users.findActive(uid)) throw uidNotFound(uid);
  const member = app.members.find(group.guid, uid);
  checkPowerOver(call, group, { uid, scope: member?.scope ?? 'participant' });
  if (member?.isBanned === 1) {
    throw userRefused('ERR_ALREADY_BANNED', uid, `is already banned from the group with guid ${group.guid}`);
  }
  app.members.ban(group.guid, uid, app.now());
  writeAction(call, group.guid, uid, 'banned');
}

/** Lifts a ban. The user is not a member then, but can join again. */
export function unbanUser(call: ActorCall, group: Group, uid: string): void {
  const { app } = call;
  const member = app.members.find(group.guid, uid);
  if (!member && !app.users.has(uid)) throw uidNotFound(uid);
  checkPowerOver(call, group, { uid, scope: 'participant' });
  if (member?.isBanned !== 1) {
    throw userRefused('ERR_NOT_A_BANNED_USER', uid, `is not banned from the group with guid ${group.guid}`);
  }
  app.members.remove(group.guid, uid);
  writeAction(call, group.guid, uid, 'unbanned');
}
