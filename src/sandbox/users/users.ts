import type { App } from '../app/app.ts';
import { removeMessagesOf } from '../app/conversation-removal.ts';
import { type ApiRoute, acknowledgement, type PathCall, routeOf } from '../app/route.ts';
import { BOT_ROLE, type User, userJson } from '../stores/user-store.ts';
import { keyed, one, paged } from '../wire/answer-schema.ts';
import { uidExists, uidNotFound, userRefused } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { exact, listOf, TEXT } from '../wire/json-schema.ts';
import { jsonObject, textMember } from '../wire/json-text.ts';
import { changedUser, NEW_USER, newUser, requiredIds, USER_CHANGE } from './user-input.ts';
import { findUsers, USER_QUERY, userPage, userSeenBy } from './user-list.ts';

const route = routeOf({ tag: 'Users' });

/** The active user that the path names. */
export function userInPath(call: PathCall): User {
  const uid = call.params['uid'] ?? '';
  const user = call.app.users.findActive(uid);
  if (!user) throw uidNotFound(uid);
  return user;
}

/** Documented: bots get no auth tokens. Who is a bot is a switch; without it nobody is known to be one. */
export function checkNoBot({ quirks, users }: App, uid: string): void {
  if (quirks.bots === 'any' || users.find(uid)?.role !== BOT_ROLE) return;
  throw userRefused('ERR_AUTHTOKEN_UNAVAILABLE', uid, 'is a bot and gets no auth token');
}

/** The most uids of one call; not documented. */
const MAX_UIDS = 1000;

/** The users of a list of uids, by state, and the unknown uids. */
function usersByState({ users }: App, uids: readonly string[]) {
  const found = (find: (uid: string) => User | undefined) =>
    uids.map(find).filter((user) => user !== undefined);
  return {
    active: found((uid) => users.findActive(uid)),
    deactivated: found((uid) => users.findDeactivated(uid)),
    // The system user cannot be changed, so it counts as missing.
    missing: uids.filter((uid) => !users.findActive(uid) && !users.findDeactivated(uid)),
  };
}

const uidsOf = (users: readonly User[]): readonly string[] => users.map(({ uid }) => uid);

/** A list of uids. An empty one is left out unless `always`. */
function uidsMember(name: string, uids: readonly string[], always = false): string {
  return uids.length > 0 || always ? `"${name}":${JSON.stringify(uids)}` : '';
}

const deactivatedNow = (app: App, user: User): User => ({
  ...user,
  deactivatedAt: app.now(),
  updatedAt: app.now(),
});

/** Answer of the deletion of a user: an acknowledgement, or the deactivated uid. */
const DELETED = {
  anyOf: [one('Acknowledgement').data, exact({ deactivatedUids: listOf(TEXT) })],
};

/** The calls about users. */
export const userRoutes: readonly ApiRoute[] = [
  route('POST /users', {
    summary: 'Create a user',
    rate: 'core',
    authOnly: 'specified',
    body: NEW_USER,
    answers: one('User'),
    answer: ({ app, body }) => {
      const user = newUser(app, body);
      if (!app.users.insert(user)) throw uidExists(user.uid);
      if (body.withAuthToken) checkNoBot(app, user.uid);
      const token = body.withAuthToken ? app.authTokens.create(user.uid, app.now()) : undefined;
      return { data: userJson(user, true, textMember('authToken', token?.authToken)) };
    },
  }),
  route('GET /users', {
    summary:
      'List users in the order of their creation, by default active ones; on behalf of a user as it sees them',
    behalf: 'optional',
    query: USER_QUERY,
    answers: paged('User'),
    answer: ({ app, query, actor }) => userPage(app, findUsers(app, query), query, actor?.uid),
  }),
  route('GET /users/{uid}', {
    summary: 'Get a user, on behalf of a user as that one sees it',
    behalf: 'optional',
    answers: one('User'),
    answer: (call) => ({ data: userSeenBy(call.app, userInPath(call), call.actor?.uid, true) }),
  }),
  route('PUT /users/{uid}', {
    summary: 'Change a user',
    body: USER_CHANGE,
    answers: one('User'),
    answer: (call) => {
      const user = changedUser(call.app, userInPath(call), call.body, call.given);
      call.app.users.update(user);
      return { data: userJson(user, true) };
    },
  }),
  route('DELETE /users/{uid}', {
    summary: 'Deactivate a user, or delete it with `permanent`, also a deactivated one',
    rate: 'core',
    body: field.shape({ permanent: field.flag }),
    answers: { data: DELETED },
    answer: ({ app, body, params }) => {
      const uid = params['uid'] ?? '';
      const active = app.users.findActive(uid);
      if (!body.permanent) {
        if (!active) throw uidNotFound(uid);
        app.users.update(deactivatedNow(app, active));
        return { data: JSON.stringify({ deactivatedUids: [uid] }) };
      }
      if (!active && !app.users.findDeactivated(uid)) throw uidNotFound(uid);
      if (app.quirks.userMessages === 'remove') removeMessagesOf(app, uid);
      app.users.remove(uid);
      return acknowledgement(`User with ${uid} has been deleted successfully.`);
    },
  }),
  route('DELETE /users', {
    summary: 'Deactivate several users',
    rate: 'core',
    body: field.shape({ uidsToDeactivate: requiredIds(MAX_UIDS) }),
    answers: keyed('uids as deactivatedUids; the rest as alreadyDeactivatedUids and notFound'),
    answer: ({ app, body }) => {
      const { active, deactivated, missing } = usersByState(app, body.uidsToDeactivate);
      for (const user of active) app.users.update(deactivatedNow(app, user));
      return {
        data: jsonObject(
          uidsMember('deactivatedUids', uidsOf(active), true),
          uidsMember('alreadyDeactivatedUids', uidsOf(deactivated)),
          uidsMember('notFound', missing),
        ),
      };
    },
  }),
  route('PUT /users', {
    summary: 'Reactivate several users',
    body: field.shape({ uidsToActivate: requiredIds(MAX_UIDS) }),
    answers: keyed('uids as reactivatedUids, nonDeactivatedUids and notFound'),
    answer: ({ app, body }) => {
      const { active, deactivated, missing } = usersByState(app, body.uidsToActivate);
      for (const user of deactivated) {
        app.users.update({ ...user, deactivatedAt: null, updatedAt: app.now() });
      }
      return {
        data: jsonObject(
          uidsMember('reactivatedUids', uidsOf(deactivated), true),
          uidsMember('nonDeactivatedUids', uidsOf(active), true),
          uidsMember('notFound', missing, true),
        ),
      };
    },
  }),
];
