import type { App } from '../app/app.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import { USER_COLUMNS, type User } from '../stores/user-store.ts';
import { Filter, prefixPattern } from '../wire/filter.ts';
import { type ChangeCursor, offsetOf, type PageQuery, pageAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { searchUsers } from './user-search.ts';
import { userSeenBy } from './user-view.ts';

/** Parameters for users that changed after (`append`) or before (`prepend`) a time. */
const CHANGED_SINCE = {
  affix: param.oneOf(['append', 'prepend']),
  updatedAt: param.time,
} as const;

/** The query of GET /users. */
export const USER_QUERY = {
  ...param.PAGE,
  ...CHANGED_SINCE,
  searchKey: param.search,
  searchIn: param.list,
  status: param.oneOf(['available', 'offline']),
  count: param.flag,
  role: param.list,
  roles: param.list,
  tags: param.list,
  withTags: param.flag,
  onlyDeactivated: param.flag,
  withDeactivated: param.flag,
} as const;

type Query = param.ParamValues<typeof USER_QUERY>;
type Changed = param.ParamValues<typeof CHANGED_SINCE>;

/** When a user last changed. */
const CHANGED_AT = 'coalesce(users.updated_at, users.created_at)';

/** Adds the condition of CHANGED_SINCE and returns the matching order. */
function changedSince(filter: Filter, { affix, updatedAt }: Changed, order: string): string {
  if (updatedAt === undefined) return order;
  filter.where(`${CHANGED_AT} ${affix === 'prepend' ? '<' : '>'} ?`, updatedAt);
  return affix === 'prepend' ? `${CHANGED_AT} DESC, users.seq DESC` : `${CHANGED_AT}, users.seq`;
}

/** The conditions of a list. Empty if the query asks for all users. */
function conditions(app: App, query: Query): Filter {
  const filter = new Filter();
  const roles = [...query.role, ...query.roles].map((role) => role.toLowerCase());
  filter.oneOf('users.role', roles);
  // Always true here. It lets SQLite use the index of the other roles.
  if (roles.length > 0 && !roles.includes('default')) filter.where("users.role <> 'default'");
  for (const tag of query.tags) {
    filter.where('EXISTS (SELECT 1 FROM json_each(users.tags) WHERE value = ?)', tag);
  }
  if (query.searchKey) searchUsers(app.db, filter, query.searchKey, query.searchIn);
  // No client ever connects here, so nobody is online.
  if (query.status === 'available') filter.where('FALSE');
  if (query.onlyDeactivated) filter.where('users.deactivated_at IS NOT NULL');
  return filter;
}

/** The users of a page, and the number of users on all pages. */
type Found = { readonly users: readonly User[]; readonly total: number };

/** The users that a query asks for. */
export function findUsers(app: App, query: Query): Found {
  const filter = conditions(app, query);
  const order = changedSince(filter, query, 'users.seq');
  const { condition, positions } = query.withDeactivated ? app.users.everyone : app.users.active;
  if (filter.sql !== '') {
    if (!query.onlyDeactivated) filter.where(condition);
    const users = selectUsers(app, filter, order, query.perPage, offsetOf(query));
    return { users, total: app.db.count(`users${filter.sql}`, ...filter.params) };
  }
  const { total } = positions;
  if (offsetOf(query) >= total) return { users: [], total };
  const { from, skip } = positions.locate(offsetOf(query));
  filter.where(condition);
  filter.where('users.seq >= ?', from);
  return { users: selectUsers(app, filter, order, query.perPage, skip), total };
}

function selectUsers(app: App, filter: Filter, order: string, limit: number, offset: number): User[] {
  // The inner query uses a small index. Only the rows of the page are read from the table.
  return app.db.all<User>(
    `SELECT ${USER_COLUMNS} FROM (SELECT seq FROM users${filter.sql} ORDER BY ${order} LIMIT ? OFFSET ?) AS page
     JOIN users USING (seq) ORDER BY ${order}`,
    ...filter.params,
    limit,
    offset,
  );
}

/** The query of a list of users that are related to one user. */
export const SEARCHED_PAGE = { ...param.PAGE, ...CHANGED_SINCE, searchKey: param.search } as const;

/** Related users: those in the column `other` of a table's rows of one user, in the order of `since`. */
type Related = {
  readonly table: 'friends' | 'blocks';
  readonly other: 'friend' | 'blocked';
  readonly since: 'created_at' | 'blocked_at';
};

/** A page of the active users that are related to one user, as that user sees them. */
export function relatedPage(
  { app, query }: Pick<Call<param.ParamValues<typeof SEARCHED_PAGE>>, 'app' | 'query'>,
  uid: string,
  { table, other, since }: Related,
): RouteAnswer {
  const filter = new Filter();
  filter.where(`${table}.uid = ?`, uid);
  filter.where('users.deactivated_at IS NULL');
  if (query.searchKey) {
    const pattern = prefixPattern(query.searchKey);
    filter.where("(users.uid LIKE ? ESCAPE '\\' OR users.name LIKE ? ESCAPE '\\')", pattern, pattern);
  }
  const order = changedSince(filter, query, `${table}.${since}, ${table}.${other}`);
  const from = `${table} JOIN users ON users.uid = ${table}.${other}${filter.sql}`;
  const users = app.db.all<User>(
    `SELECT ${USER_COLUMNS} FROM ${from} ORDER BY ${order} LIMIT ? OFFSET ?`,
    ...filter.params,
    query.perPage,
    offsetOf(query),
  );
  return userPage(app, { users, total: app.db.count(from, ...filter.params) }, query, uid);
}

/** The cursor of a page: its newest change, or its oldest in the other direction. */
function cursorOf(users: readonly User[], { affix, updatedAt }: Changed): ChangeCursor | undefined {
  if (users.length === 0) return undefined;
  const times = users.map((user) => user.updatedAt ?? user.createdAt);
  const back = affix === 'prepend' && updatedAt !== undefined;
  return { updatedAt: back ? Math.min(...times) : Math.max(...times), affix: affix ?? 'prepend' };
}

/** A page of users as `viewer` sees them. */
export function userPage(
  app: App,
  { users, total }: Found,
  query: PageQuery & Changed & { readonly withTags?: boolean },
  viewer: string | undefined,
): RouteAnswer {
  const items = users.map((user) => userSeenBy(app, user, viewer, query.withTags ?? false));
  return pageAnswer(query, total, items, cursorOf(users, query));
}
