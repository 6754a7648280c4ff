import type { App } from '../app/app.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import type { Database } from '../storage/database.ts';
import { conversationId, peersOf } from '../stores/conversation-store.ts';
import { USER_COLUMNS, type User, userJson } from '../stores/user-store.ts';
import { invalid } from '../wire/api-error.ts';
import { Filter } from '../wire/filter.ts';
import { numberMember, parseJson, textMember } from '../wire/json-text.ts';
import { type ChangeCursor, offsetOf, type PageQuery, pageAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { normalId } from '../wire/validation.ts';

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
  const filter = new Filter(`${table}.uid = ?`, uid);
  filter.where('users.deactivated_at IS NULL');
  if (query.searchKey) filter.beginsWith(['users.uid', 'users.name'], query.searchKey);
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

/**
 * Up to this number, matches are looked up in an index and sorted. More matches are dense enough to be found in
 * the order of the list.
 */
const FEW = 5000;

/** Sorts after every text that starts with the prefix before it. */
const LAST = '\u{10FFFF}';

/** Users whose column starts with the key, as a condition that an index supports. */
type Prefix = { readonly column: 'uid' | 'name'; readonly condition: string; readonly key: string };

function prefixes(key: string, fields: readonly string[]): readonly Prefix[] {
  const wrong = fields.some((field) => field !== 'uid' && field !== 'name');
  if (wrong) throw invalid({ searchIn: ['The selected searchIn is invalid.'] });
  const wants = (field: string) => fields.length === 0 || fields.includes(field);
  const uid = wants('uid') ? normalId(key) : undefined;
  const byName = {
    column: 'name',
    condition: 'name COLLATE NOCASE >= ? AND name COLLATE NOCASE < ?',
    key,
  } as const;
  return [
    ...(uid === undefined ? [] : [{ column: 'uid', condition: 'uid >= ? AND uid < ?', key: uid } as const]),
    ...(wants('name') ? [byName] : []),
  ];
}

/**
 * Adds the condition that uid or name starts with a key. Only ASCII letters ignore case. `fields` are the fields
 * to search; empty means both.
 */
function searchUsers(db: Database, filter: Filter, key: string, fields: readonly string[]): void {
  const parts = prefixes(key, fields);
  const bounds = parts.flatMap((part) => [part.key, part.key + LAST]);
  const isFew = parts.every(({ condition, key: from }) => {
    const some = `SELECT 1 FROM users WHERE ${condition} LIMIT ${FEW + 1}`;
    return db.count(`(${some})`, from, from + LAST) <= FEW;
  });
  if (parts.length === 0) filter.where('FALSE');
  else if (isFew) {
    const lookUps = parts.map(({ condition }) => `SELECT seq FROM users WHERE ${condition}`);
    filter.where(`users.seq IN (${lookUps.join(' UNION ALL ')})`, ...bounds);
  } else {
    // The plus signs prevent the use of the indexes of uid and name, so that the rows come in the order of the
    // list.
    const columns = parts.map(({ column }) => `+users.${column}`);
    filter.beginsWith(columns, key);
  }
}

/** The part of a user's metadata that other users do not see. */
const PRIVATE = '@private';

/** Metadata as other users see it. */
function publicMetadata(metadata: string | null): string | null {
  if (!metadata?.includes(`"${PRIVATE}"`)) return metadata;
  const { [PRIVATE]: _, ...rest } = parseJson(metadata) as Readonly<Record<string, unknown>>;
  return Object.keys(rest).length === 0 ? null : JSON.stringify(rest);
}

/** The members about the relation of two users. Empty for a user and itself. */
function relationMembers({ blocks, quirks }: App, uid: string, viewer: string): readonly string[] {
  const blockedByMeAt = blocks.blockedAt(uid, viewer);
  const hasBlockedMeAt = blocks.blockedAt(viewer, uid);
  return [
    blockedByMeAt === undefined ? '' : '"blockedByMe":true',
    numberMember('blockedByMeAt', blockedByMeAt),
    hasBlockedMeAt === undefined ? '' : '"hasBlockedMe":true',
    numberMember('blockedAt', blockedByMeAt ?? hasBlockedMeAt),
    textMember('conversationId', conversationId(peersOf('user', uid, viewer), quirks.conversationIds)),
  ];
}

/**
 * A user as `viewer` sees it: without the private part of its metadata, with their conversation and the blocks
 * between them. Without a viewer, and for the viewer itself, nothing is hidden or added.
 */
export function userSeenBy(app: App, user: User, viewer: string | undefined, withTags: boolean): string {
  if (viewer === undefined || viewer === user.uid) return userJson(user, withTags);
  const shown = { ...user, metadata: publicMetadata(user.metadata) };
  return userJson(shown, withTags, ...relationMembers(app, user.uid, viewer));
}
