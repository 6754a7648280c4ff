import { type ApiRoute, acknowledgement, routeOf } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import * as param from '../wire/param.ts';
import { groupInPath } from './groups.ts';
import { banUser, unbanUser } from './member-adding.ts';
import { listMembersOf } from './members.ts';

const route = routeOf({ tag: 'Banned Users' });

const changing = (
  method: 'POST' | 'DELETE',
  word: string,
  change: typeof banUser,
  summary: string,
): ApiRoute =>
  route(`${method} /groups/{guid}/bannedusers/{uid}`, {
    summary,
    behalf: 'optional',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const group = groupInPath(call);
      const uid = call.params['uid'] ?? '';
      change(call, group, uid);
      return acknowledgement(`The user with uid ${uid} has been ${word} from the Group with ${group.guid}.`);
    },
  });

/** The calls about bans from groups. */
export const bannedUserRoutes: readonly ApiRoute[] = [
  changing(
    'POST',
    'banned',
    banUser,
    'Ban a user. It leaves the group and cannot join again until the ban is lifted',
  ),
  changing('DELETE', 'unbanned', unbanUser, 'Lift a ban. The user is not a member then, but can join again'),
  route('GET /groups/{guid}/bannedusers', {
    summary: 'List the banned users of a group in the order of their uids',
    query: param.PAGE,
    answers: paged('GroupMember'),
    answer: (call) =>
      listMembersOf(call, call.query, { guid: groupInPath(call).guid, isBanned: 1, scopes: [] }),
  }),
];
