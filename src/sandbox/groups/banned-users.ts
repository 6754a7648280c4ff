import { type ApiRoute, acknowledgement, routeOf } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import * as param from '../wire/param.ts';
import { groupInPath } from './groups.ts';
import { banUser, unbanUser } from './member-adding.ts';
import { listMembersOf } from './members.ts';

const route = routeOf({ tag: 'Banned Users' });

/** The calls about bans from groups. */
export const bannedUserRoutes: readonly ApiRoute[] = [
  route('POST /groups/{guid}/bannedusers/{uid}', {
    summary: 'Ban a user. It leaves the group and cannot join again until the ban is lifted',
    behalf: 'optional',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const group = groupInPath(call);
      const uid = call.params['uid'] ?? '';
      banUser(call, group, uid);
      return acknowledgement(`The user with uid ${uid} has been banned from the Group with ${group.guid}.`);
    },
  }),
  route('DELETE /groups/{guid}/bannedusers/{uid}', {
    summary: 'Lift a ban. The user is not a member then, but can join again',
    behalf: 'optional',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const group = groupInPath(call);
      const uid = call.params['uid'] ?? '';
      unbanUser(call, group, uid);
      return acknowledgement(`The user with uid ${uid} has been unbanned from the Group with ${group.guid}.`);
    },
  }),
  route('GET /groups/{guid}/bannedusers', {
    summary: 'List the banned users of a group in the order of their uids',
    query: param.PAGE,
    answers: paged('GroupMember'),
    answer: (call) =>
      listMembersOf(call, call.query, { guid: groupInPath(call).guid, isBanned: 1, scopes: [] }),
  }),
];
