import { randomBytes } from 'node:crypto';
import { ApiError, uidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import { Filter, prefixPattern } from './filter.ts';
import { jsonArray, textMember } from './json-text.ts';
import { pageMeta, queryList, readPage } from './pagination.ts';
import type { Answer, Call } from './route.ts';
import { readNewUser, readUserChange } from './user-input.ts';
import { USER_COLUMNS, type User, userJson } from './user-store.ts';
import { FieldReader } from './validation.ts';

/** The refusal of a uid that is taken; its status is a switch. */
export function uidExists(app: App, uid: string): ApiError {
  return new ApiError(
    'ERR_UID_ALREADY_EXISTS',
    `The uid ${uid} already exists. Please use another uid or try after permanently deleting the user.`,
    { status: app.quirks.existsStatus },
  );
}

/** The active user that the path names. */
export function userInPath(call: Call): User {
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

/** POST /users */
export function createUser({ app, body }: Call): Answer {
  const user = readNewUser(app, body);
  const reader = new FieldReader(body);
  const withAuthToken = reader.flag('withAuthToken');
  reader.finish();
  if (app.users.has(user.uid)) throw uidExists(app, user.uid);
  app.users.insert(user);
  const token = withAuthToken ? newAuthToken(app, user.uid) : '';
  return { data: userJson(user, true, textMember('authToken', token)) };
}

/** GET /users: active users in the order they were created. */
export function listUsers({ app, query }: Call): Answer {
  const page = readPage(query);
  const filter = new Filter();
  if (query.get('onlyDeactivated') === 'true') filter.where('users.deactivated_at IS NOT NULL');
  else if (query.get('withDeactivated') !== 'true') filter.where('users.deactivated_at IS NULL');
  filter.oneOf('users.role', [...queryList(query, 'role'), ...queryList(query, 'roles')]);
  for (const tag of queryList(query, 'tags')) {
    filter.where('EXISTS (SELECT 1 FROM json_each(users.tags) WHERE value = ?)', tag);
  }
  const searchKey = query.get('searchKey');
  if (searchKey) {
    const pattern = prefixPattern(searchKey);
    const fields = queryList(query, 'searchIn').filter((field) => field === 'name' || field === 'uid');
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
    page.perPage,
    page.offset,
  );
  const withTags = query.get('withTags') === 'true';
  return {
    data: jsonArray(users.map((user) => userJson(user, withTags))),
    meta: pageMeta(page, total, users.length),
  };
}

/** GET /users/{uid} */
export function getUser(call: Call): Answer {
  return { data: userJson(userInPath(call), true) };
}

/** PUT /users/{uid} */
export function updateUser(call: Call): Answer {
  const user = readUserChange(call.app, userInPath(call), call.body);
  call.app.users.update(user);
  return { data: userJson(user, true) };
}

/** DELETE /users/{uid}: deactivates, or with `permanent` removes for good, also a deactivated user. */
export function deleteUser({ app, body, params }: Call): Answer {
  const uid = params['uid'] ?? '';
  const reader = new FieldReader(body);
  const permanent = reader.flag('permanent');
  reader.finish();
  const user = permanent
    ? app.db.get<User>(`SELECT ${USER_COLUMNS} FROM users WHERE uid = ?`, uid)
    : undefined;
  if (!(user ?? app.users.findActive(uid))) throw uidNotFound(uid);
  if (permanent) {
    app.users.remove(uid);
    const message = `User with ${uid} has been deleted successfully.`;
    return { data: JSON.stringify({ success: true, message }) };
  }
  const active = app.users.findActive(uid);
  if (active) app.users.update({ ...active, deactivatedAt: app.now(), updatedAt: app.now() });
  return { data: JSON.stringify({ deactivatedUids: [uid] }) };
}

/** POST /users/{uid}/auth_tokens: the newest token, or a new one when there is none or `force` asks for it. */
export function createAuthToken(call: Call): Answer {
  const { uid } = userInPath(call);
  const reader = new FieldReader(call.body);
  const force = reader.flag('force');
  reader.finish();
  const newest = call.app.db.get<{ authToken: string; createdAt: number }>(
    'SELECT auth_token AS authToken, created_at AS createdAt FROM auth_tokens WHERE uid = ? ORDER BY created_at DESC',
    uid,
  );
  if (newest && !force) return { data: JSON.stringify({ uid, ...newest }) };
  const authToken = newAuthToken(call.app, uid);
  return { data: JSON.stringify({ uid, authToken, createdAt: call.app.now() }) };
}
