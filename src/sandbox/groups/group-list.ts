import type { ActorCall, Call, RouteAnswer } from '../app/route.ts';
import { type CountedGroup, GROUP_COLUMNS, GROUP_TYPES, groupJson } from '../stores/group-store.ts';
import { invalid } from '../wire/api-error.ts';
import { Filter } from '../wire/filter.ts';
import { numberMember, textMember } from '../wire/json-text.ts';
import { type ChangeCursor, offsetOf, pageAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { normalId } from '../wire/validation.ts';

const COUNT = param.number(0, 1_000_000);

/** The query of GET /groups. */
export const GROUP_QUERY = {
  ...param.PAGE,
  searchKey: param.search,
  searchIn: param.list,
  sortBy: param.oneOf(['name', 'guid', 'createdAt']),
  sortOrder: param.oneOf(['asc', 'desc']),
  affix: param.oneOf(['append', 'prepend']),
  updatedAt: param.time,
  type: param.list,
  types: param.list,
  tags: param.list,
  withTags: param.flag,
  hasJoined: param.flag,
  guid: param.text,
  guids: param.list,
  ...param.range('createdAt'),
  ...param.range('updatedAt'),
  'membersCount[gt]': COUNT,
  'membersCount[gte]': COUNT,
  'membersCount[lt]': COUNT,
  'membersCount[lte]': COUNT,
  'membersCount[eq]': COUNT,
} as const;

type Query = param.ParamValues<typeof GROUP_QUERY>;
type Listing = Pick<Call<Query>, 'app' | 'actor' | 'query'>;

const SORT_COLUMNS = {
  name: ['groups.name', 'groups.seq'],
  guid: ['groups.guid'],
  createdAt: ['groups.created_at', 'groups.seq'],
};

const SEARCHED: readonly string[] = ['guid', 'name'];

const CHANGED_AT = 'coalesce(groups.updated_at, groups.created_at)';

function search(filter: Filter, { searchKey, searchIn }: Query): void {
  if (searchIn.some((name) => !SEARCHED.includes(name))) {
    throw invalid({ searchIn: ['The selected searchIn is invalid.'] });
  }
  if (!searchKey) return;
  const columns = searchIn.length > 0 ? searchIn : SEARCHED;
  filter.beginsWith(
    columns.map((column) => `groups.${column}`),
    searchKey,
  );
}

/** A user sees only the private groups it is in. */
function limitToActor(filter: Filter, { actor, query }: Listing): void {
  if (!actor) return;
  const joined = 'groups.guid IN (SELECT guid FROM members WHERE uid = ? AND is_banned = 0)';
  if (query.hasJoined) filter.where(joined, actor.uid);
  else filter.where(`(groups.type <> 'private' OR ${joined})`, actor.uid);
}

const COMPARED = { gt: '>', gte: '>=', lt: '<', lte: '<=', eq: '=' } as const;

/** Restricts a list by ids, times and the number of members. */
function addRanges(filter: Filter, query: Query): void {
  const guids = [...query.guids, ...(query.guid === undefined ? [] : [query.guid])];
  filter.oneOf(
    'groups.guid',
    guids.map((guid) => normalId(guid) ?? ''),
  );
  filter.between('groups.created_at', query['createdAt[from]'], query['createdAt[to]']);
  // Groups that were never changed have no updatedAt.
  filter.between('groups.updated_at', query['updatedAt[from]'], query['updatedAt[to]']);
  for (const word of ['gt', 'gte', 'lt', 'lte', 'eq'] as const) {
    const count = query[`membersCount[${word}]`];
    if (count !== undefined) filter.where(`groups.members_count ${COMPARED[word]} ?`, count);
  }
}

function filterOf(listing: Listing): Filter {
  const { query, app } = listing;
  const filter = new Filter();
  // One list of types prints `protected` for groups with a password.
  const types = [...query.type, ...query.types].map((type) => (type === 'protected' ? 'password' : type));
  if (types.some((type) => !GROUP_TYPES.some((known) => known === type))) {
    throw invalid({ types: ['The selected types is invalid.'] });
  }
  filter.oneOf('groups.type', types);
  for (const tag of query.tags) {
    filter.where('EXISTS (SELECT 1 FROM json_each(groups.tags) WHERE value = ?)', tag);
  }
  addRanges(filter, query);
  search(filter, query);
  limitToActor(filter, listing);
  if (query.updatedAt !== undefined) {
    const operator = `${query.affix === 'prepend' ? '<' : '>'}${app.quirks.inclusive ? '=' : ''}`;
    filter.where(`${CHANGED_AT} ${operator} ?`, query.updatedAt);
  }
  return filter;
}

function orderOf({ sortBy, sortOrder, affix, updatedAt }: Query): string {
  const isChanges = affix !== undefined || updatedAt !== undefined;
  const columns = sortBy ? SORT_COLUMNS[sortBy] : [...(isChanges ? [CHANGED_AT] : []), 'groups.seq'];
  const isDescending = sortOrder === 'desc' || (sortOrder === undefined && !sortBy && affix === 'prepend');
  return columns.map((column) => (isDescending ? `${column} DESC` : column)).join(', ');
}

/** The cursor for later changes. The documented example prints `prepend` if the query has no `affix`. */
function cursorOf({ affix = 'prepend' }: Query, groups: readonly CountedGroup[]): ChangeCursor | undefined {
  const last = groups.at(-1);
  return last && { updatedAt: last.updatedAt ?? last.createdAt, affix };
}

/** A page of groups, ordered by creation, by last change (`affix`, `updatedAt`), or by `sortBy`. */
export function listGroupsOf(listing: Listing): RouteAnswer {
  const { app, query } = listing;
  const filter = filterOf(listing);
  const order = orderOf(query);
  // The inner query uses a small index where it can. Only the rows of the page are read from the table.
  const groups = app.db.all<CountedGroup>(
    `SELECT ${GROUP_COLUMNS} FROM (SELECT seq FROM groups${filter.sql} ORDER BY ${order} LIMIT ? OFFSET ?) AS page
     CROSS JOIN groups USING (seq) ORDER BY ${order}`,
    ...filter.params,
    query.perPage,
    offsetOf(query),
  );
  const items = groups.map((group) =>
    groupJson(group, query.withTags, ...membershipMembers(listing, group.guid, listing.actor?.uid)),
  );
  const total = app.db.count(`groups${filter.sql}`, ...filter.params);
  return pageAnswer(query, total, items, cursorOf(query, groups));
}

/** The members of a group's JSON about one user: scope and joinedAt. Empty if the user is not in the group. */
export function membershipMembers(
  { app }: Pick<Call, 'app'>,
  guid: string,
  uid: string | undefined,
): readonly string[] {
  const member = uid === undefined ? undefined : app.members.findMember(guid, uid);
  if (!member) return [];
  return [textMember('scope', member.scope), numberMember('joinedAt', member.joinedAt), '"hasJoined":true'];
}

/** A group with its tags, as the actor sees it. `extra` adds members. */
export function groupSeenBy(call: ActorCall, group: CountedGroup, ...extra: readonly string[]): string {
  return groupJson(group, true, ...membershipMembers(call, group.guid, call.actor?.uid), ...extra);
}
