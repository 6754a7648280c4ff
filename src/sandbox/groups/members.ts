import {
  type ActorCall,
  type ApiRoute,
  acknowledgement,
  type PathCall,
  type RouteAnswer,
  routeOf,
} from '../app/route.ts';
import type { Group } from '../stores/group-store.ts';
import { type Member, SCOPES } from '../stores/member-store.ts';
import { BOT_ROLE, USER_COLUMNS, type User } from '../stores/user-store.ts';
import { userSeenBy } from '../users/user-list.ts';
import { type AnswerSchema, keyed, one, paged } from '../wire/answer-schema.ts';
import { ApiError, invalid, notAMember, uidNotFound } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { Filter } from '../wire/filter.ts';
import { atLeast, SECONDS, TEXT, wordOf } from '../wire/json-schema.ts';
import { jsonObject, numberMember, textMember } from '../wire/json-text.ts';
import { offsetOf, type PageQuery, pageAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { writeAction } from './action-message.ts';
import { checkAdmin, checkMayListMembers, checkPowerOver } from './group-scope.ts';
import { groupInPath } from './groups.ts';
import { addMembers, BUCKETS_BODY, type Bucket, readBuckets } from './member-adding.ts';

const route = routeOf({ tag: 'Group Members' });

const MEMBERSHIP: AnswerSchema = {
  data: atLeast({ guid: TEXT, uid: TEXT, scope: wordOf(SCOPES), joinedAt: SECONDS }),
};

function memberInPath({ app, params }: PathCall, guid: string): Member {
  const uid = params['uid'] ?? '';
  const member = app.members.findMember(guid, uid);
  if (member) return member;
  throw app.users.has(uid) ? notAMember(uid, guid) : uidNotFound(uid);
}

/** A user can join a public group as a participant. Only admins add other users. */
function checkMayAdd(call: ActorCall, group: Group, buckets: readonly Bucket[]): void {
  const { app, actor } = call;
  const isJoining = buckets.every(({ scope, uids }) =>
    uids.every((uid) => uid === actor?.uid && scope === 'participant'),
  );
  // Documented: a bot may join any group.
  if (actor && isJoining && app.quirks.bots === 'role' && actor.role === BOT_ROLE) return;
  if (!(actor && isJoining) || app.quirks.noJoin) {
    checkAdmin(call, group.guid);
  } else if (group.type !== 'public' && !app.members.findMember(group.guid, actor.uid)) {
    throw new ApiError(
      'ERR_GROUP_JOIN_NOT_ALLOWED',
      'Only public groups can be joined. Users need to be added to the others.',
    );
  }
}

/** The calls about members. */
export const memberRoutes: readonly ApiRoute[] = [
  route('POST /groups/{guid}/members', {
    summary: 'Add and ban users, at most 25 in all; each has its own result',
    rate: 'core',
    behalf: 'optional',
    body: BUCKETS_BODY,
    answers: keyed('results by bucket and uid'),
    answer: (call) => {
      const group = groupInPath(call);
      const buckets = readBuckets(call.given);
      if (buckets.every(({ uids }) => uids.length === 0)) {
        throw invalid({ participants: ['At least one uid is required.'] });
      }
      checkMayAdd(call, group, buckets);
      return { data: addMembers(call, group, buckets) };
    },
  }),
  route('GET /groups/{guid}/members', {
    summary: 'List members in the order of their uids, without banned users',
    behalf: 'optional',
    query: { ...param.PAGE, scopes: param.list, status: param.oneOf(['available', 'offline']) },
    answers: paged('GroupMember'),
    answer: (call) => {
      const group = groupInPath(call);
      checkMayListMembers(call, group);
      return listMembersOf(call, call.query, { guid: group.guid, isBanned: 0, ...call.query });
    },
  }),
  route('PUT /groups/{guid}/members/{uid}', {
    summary: "Change a member's scope, by default to participant",
    behalf: 'optional',
    body: field.shape({ scope: field.oneOf(SCOPES) }),
    answers: MEMBERSHIP,
    answer: (call) => {
      const { app, body } = call;
      const group = groupInPath(call);
      const { guid, uid, scope: old, joinedAt } = memberInPath(call, group.guid);
      const scope = body.scope ?? 'participant';
      checkPowerOver(call, group, { uid, scope: old }, scope);
      if (scope === old) throw new ApiError('ERR_SAME_SCOPE', `Member already has the same scope ${scope}.`);
      app.members.setScope(guid, uid, scope);
      writeAction(call, guid, uid, 'scopeChanged', { old, new: scope });
      return {
        data: jsonObject(
          textMember('guid', guid),
          textMember('uid', uid),
          textMember('scope', scope),
          numberMember('joinedAt', joinedAt),
        ),
      };
    },
  }),
  route('DELETE /groups/{guid}/members/{uid}', {
    summary: 'Kick a member; it can join again',
    rate: 'core',
    behalf: 'optional',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const group = groupInPath(call);
      const member = memberInPath(call, group.guid);
      checkPowerOver(call, group, member);
      call.app.members.remove(member.guid, member.uid);
      writeAction(call, member.guid, member.uid, 'kicked');
      return acknowledgement(
        `The member with ${member.uid} has been kicked from the Group with ${member.guid}.`,
      );
    },
  }),
];

/** A user with its membership in a group, as lists read it. */
type MemberUser = User & Pick<Member, 'scope' | 'joinedAt' | 'isBanned'>;

/** The JSON of a member or banned user in a list, as the actor sees it. */
function memberJson({ app, actor }: ActorCall, member: MemberUser): string {
  const own = [
    textMember('scope', member.scope),
    numberMember('joinedAt', member.joinedAt),
    member.isBanned === 1 ? '"isBanned":true' : '',
  ].filter((text) => text !== '');
  return `${userSeenBy(app, member, actor?.uid, false).slice(0, -1)},${own.join(',')}}`;
}

/** Which rows of a group to list: the members of some scopes (of all, if none is named), or the banned users. */
type Listed = {
  readonly guid: string;
  readonly isBanned: 0 | 1;
  readonly scopes: readonly string[];
  readonly status?: 'available' | 'offline' | undefined;
};

/** A page of a group's members or banned users, in the order of their uids. */
export function listMembersOf(call: ActorCall, page: PageQuery, listed: Listed): RouteAnswer {
  const { app } = call;
  const filter = new Filter('members.guid = ? AND members.is_banned = ?', listed.guid, listed.isBanned);
  filter.oneOf('members.scope', listed.scopes);
  // Every user is offline.
  if (listed.status === 'available') filter.where('FALSE');
  const members = app.db.all<MemberUser>(
    `SELECT ${USER_COLUMNS}, page.scope, page.joined_at AS joinedAt, page.is_banned AS isBanned
     FROM (SELECT uid, scope, joined_at, is_banned FROM members${filter.sql} ORDER BY uid LIMIT ? OFFSET ?) AS page
     CROSS JOIN users USING (uid) ORDER BY uid`,
    ...filter.params,
    page.perPage,
    offsetOf(page),
  );
  const items = members.map((member) => memberJson(call, member));
  return pageAnswer(page, app.db.count(`members${filter.sql}`, ...filter.params), items);
}
