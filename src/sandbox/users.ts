import { randomBytes } from 'node:crypto';
import { one, paged } from './answer-schema.ts';
import { ApiError, uidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import * as field from './field.ts';
import { Filter, prefixPattern } from './filter.ts';
import { jsonArray, textMember } from './json-text.ts';
import { offsetOf, pageMeta } from './pagination.ts';
import * as param from './param.ts';
import { type Call, type Route, route } from './route.ts';
import { changedUser, NEW_USER, newUser, USER_CHANGE } from './user-input.ts';
import { USER_COLUMNS, type User, userJson } from './user-store.ts';

const TAG = 'Users';

/** The refusal of a uid that is taken; its status is a switch. */
export function uidExists(app: App, uid: string): ApiError {
  return new ApiError(
    'ERR_UID_ALREADY_EXISTS',
    `The uid ${uid} already exists. Please use another uid or try after permanently deleting the user.`,
    { status: app.quirks.existsStatus },
  );
}

/** The active user that the path names. */
export function userInPath(call: Pick<Call, 'app' | 'params'>): User {
  const uid = call.params['uid'] ?? '';
  const user = call.app.users.findActive(uid);
  if (!user) throw uidNotFound(uid);
  return user;
}

function newAuthToken(app: App, uid: string): string {
  const token = `${uid}_${app.now()}${randomBytes(16).toString('hex')}`;
  app.db.run('INSERT INTO auth_tokens (auth_token, uid, created_at) VALUES (?, ?, ?)', token, uid, app.now());
  return token;
}

const createUser = route({
  method: 'POST',
  path: '/users',
  tag: TAG,
  summary: 'Create a user',
  rate: 'core',
  authOnly: true,
  body: NEW_USER,
  answers: one('User'),
  answer: ({ app, body }) => {
    const user = newUser(app, body);
    if (app.users.has(user.uid)) throw uidExists(app, user.uid);
    app.users.insert(user);
    const token = body.withAuthToken ? newAuthToken(app, user.uid) : '';
    return { data: userJson(user, true, textMember('authToken', token)) };
  },
});

const listUsers = route({
  method: 'GET',
  path: '/users',
  tag: TAG,
  summary: 'List users, active ones unless told, in the order they were created',
  rate: 'standard',
  query: {
    ...param.PAGE,
    searchKey: param.text,
    searchIn: param.list,
    role: param.list,
    roles: param.list,
    tags: param.list,
    withTags: param.flag,
    onlyDeactivated: param.flag,
    withDeactivated: param.flag,
  },
  answers: paged('User'),
  answer: ({ app, query }) => {
    const filter = new Filter();
    if (query.onlyDeactivated) filter.where('users.deactivated_at IS NOT NULL');
    else if (!query.withDeactivated) filter.where('users.deactivated_at IS NULL');
    filter.oneOf('users.role', [...query.role, ...query.roles]);
    for (const tag of query.tags) {
      filter.where('EXISTS (SELECT 1 FROM json_each(users.tags) WHERE value = ?)', tag);
    }
    if (query.searchKey) {
      const pattern = prefixPattern(query.searchKey);
      const fields = query.searchIn.filter((name) => name === 'name' || name === 'uid');
      const columns = fields.length > 0 ? fields : ['uid', 'name'];
      filter.where(
        `(${columns.map((column) => `users.${column} LIKE ? ESCAPE '\\'`).join(' OR ')})`,
        ...columns.map(() => pattern),
      );
    }
    const total = app.db.count(`users${filter.sql}`, ...filter.params);
    // The inner query walks a small index; only the rows of the page are read from the table.
    const users = app.db.all<User>(
      `SELECT ${USER_COLUMNS} FROM (SELECT seq FROM users${filter.sql} ORDER BY seq LIMIT ? OFFSET ?) AS page
       JOIN users USING (seq) ORDER BY seq`,
      ...filter.params,
      query.perPage,
      offsetOf(query),
    );
    return {
      data: jsonArray(users.map((user) => userJson(user, query.withTags))),
      meta: pageMeta(query, total, users.length),
    };
  },
});

const getUser = route({
  method: 'GET',
  path: '/users/{uid}',
  tag: TAG,
  summary: 'Get a user',
  rate: 'standard',
  behalf: 'optional',
  answers: one('User'),
  answer: (call) => ({ data: userJson(userInPath(call), true) }),
});

const updateUser = route({
  method: 'PUT',
  path: '/users/{uid}',
  tag: TAG,
  summary: 'Change a user',
  rate: 'standard',
  body: USER_CHANGE,
  answers: one('User'),
  answer: (call) => {
    const user = changedUser(call.app, userInPath(call), call.body, call.given);
    call.app.users.update(user);
    return { data: userJson(user, true) };
  },
});

const deleteUser = route({
  method: 'DELETE',
  path: '/users/{uid}',
  tag: TAG,
  summary: 'Deactivate a user, or with `permanent` remove it for good, also a deactivated one',
  rate: 'core',
  body: field.shape({ permanent: field.flag }),
  answers: one('Acknowledgement'),
  answer: ({ app, body, params }) => {
    const uid = params['uid'] ?? '';
    const active = app.users.findActive(uid);
    if (!body.permanent) {
      if (!active) throw uidNotFound(uid);
      app.users.update({ ...active, deactivatedAt: app.now(), updatedAt: app.now() });
      return { data: JSON.stringify({ deactivatedUids: [uid] }) };
    }
    if (!active && !app.users.findDeactivated(uid)) throw uidNotFound(uid);
    app.users.remove(uid);
    const message = `User with ${uid} has been deleted successfully.`;
    return { data: JSON.stringify({ success: true, message }) };
  },
});

const createAuthToken = route({
  method: 'POST',
  path: '/users/{uid}/auth_tokens',
  tag: 'Auth Tokens',
  summary: 'The newest token of a user, or a new one when there is none or `force` asks for it',
  rate: 'standard',
  authOnly: true,
  body: field.shape({ force: field.flag }),
  answers: one('AuthToken'),
  answer: (call) => {
    const { uid } = userInPath(call);
    const newest = call.app.db.get<{ authToken: string; createdAt: number }>(
      `SELECT auth_token AS authToken, created_at AS createdAt FROM auth_tokens WHERE uid = ?
       ORDER BY seq DESC LIMIT 1`,
      uid,
    );
    if (newest && !call.body.force) return { data: JSON.stringify({ uid, ...newest }) };
    const authToken = newAuthToken(call.app, uid);
    return { data: JSON.stringify({ uid, authToken, createdAt: call.app.now() }) };
  },
});

/** The calls about users and their auth tokens. */
export const userRoutes: readonly Route[] = [
  createUser,
  listUsers,
  getUser,
  updateUser,
  deleteUser,
  createAuthToken,
];
