import type { App } from '../app/app.ts';
import { type ApiRoute, acknowledgement, failed, routeOf, succeeded } from '../app/route.ts';
import { keyed, one, paged } from '../wire/answer-schema.ts';
import { type ApiError, uidNotFound, userRefused } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonMap } from '../wire/json-text.ts';
import { LIMITS } from '../wire/validation.ts';
import { requiredIds } from './user-input.ts';
import { relatedPage, SEARCHED_PAGE } from './user-list.ts';
import { userInPath } from './users.ts';

const route = routeOf({ tag: 'Friends' });
const PATH = '/users/{uid}/friends';

/** Why two users cannot become friends. Undefined if they can. */
function refusal({ users, friends }: App, uid: string, friend: string): ApiError | undefined {
  if (!users.findActive(friend)) return uidNotFound(friend);
  if (friends.are(uid, friend)) {
    return userRefused('ERR_ALREADY_FRIEND', friend, `is already a friend of the user with uid ${uid}`);
  }
  const full = [uid, friend].find((one) => friends.count(one) >= LIMITS.friends);
  if (full === undefined) return undefined;
  return userRefused('ERR_FAILED_TO_ADD_FRIEND', full, `may not have more than ${LIMITS.friends} friends`);
}

/** The calls about friends. */
export const friendRoutes: readonly ApiRoute[] = [
  route(`POST ${PATH}`, {
    summary:
      'Make users friends of a user; each uid has its own result. `addToConversations` creates the conversations at once',
    body: field.shape({ accepted: requiredIds(LIMITS.friends), addToConversations: field.flag }),
    answers: keyed('results by uid, below `accepted`'),
    answer: (call) => {
      const { app, body } = call;
      const { uid } = userInPath(call);
      const self = userRefused('ERR_CANNOT_FORM_SELF_RELATION', uid, 'cannot be a friend of itself');
      if (body.accepted.includes(uid) && !app.quirks.selfAlone) throw self;
      const results = body.accepted.map((friend) => {
        const refused = friend === uid ? self : refusal(app, uid, friend);
        if (refused) return [friend, failed(refused)] as const;
        app.friends.insert(uid, friend, app.now());
        if (body.addToConversations) app.conversations.seqOf('user', uid, friend, app.now());
        return [friend, succeeded('Created relationship with status accepted.')] as const;
      });
      return { data: `{"accepted":${jsonMap(results)}}` };
    },
  }),
  route(`GET ${PATH}`, {
    summary: 'List the friends of a user, in the order they became friends',
    query: SEARCHED_PAGE,
    answers: paged('User'),
    answer: (call) =>
      relatedPage(call, userInPath(call).uid, { table: 'friends', other: 'friend', since: 'created_at' }),
  }),
  route(`DELETE ${PATH}`, {
    summary: 'End friendships of a user: with all given uids, or with none if one is no friend',
    body: field.shape({ friends: requiredIds(LIMITS.friends) }),
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { app, body } = call;
      const { uid } = userInPath(call);
      for (const friend of body.friends) {
        const areFriends = app.friends.are(uid, friend);
        if (!areFriends && app.quirks.friendsAlone) continue;
        if (!app.users.findActive(friend)) throw uidNotFound(friend);
        if (!areFriends) {
          throw userRefused('ERR_NOT_A_FRIEND', friend, `is not a friend of the user with uid ${uid}`);
        }
        app.friends.remove(uid, friend);
      }
      return acknowledgement('Deleted the friend relations successfully.');
    },
  }),
];
