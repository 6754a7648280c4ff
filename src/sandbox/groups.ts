import { one, paged } from './answer-schema.ts';
import { ApiError, guidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import { Filter, prefixPattern } from './filter.ts';
import { NEW_GROUP, newGroup } from './group-input.ts';
import { type CountedGroup, GROUP_COLUMNS, groupJson } from './group-store.ts';
import { jsonArray, jsonObject, numberMember, textMember } from './json-text.ts';
import { addMembers, readBuckets } from './members.ts';
import { offsetOf, pageMeta } from './pagination.ts';
import * as param from './param.ts';
import { type Call, type Route, route } from './route.ts';
import { SYSTEM_USER } from './user-store.ts';

const TAG = 'Groups';

/** The refusal of a guid that is taken; its status is a switch. */
export function guidExists(app: App, guid: string): ApiError {
  return new ApiError(
    'ERR_GUID_ALREADY_EXISTS',
    `The guid ${guid} already exists. Please use another guid or try after permanently deleting the group.`,
    { status: app.quirks.existsStatus },
  );
}

/** The group that the path names. */
export function groupInPath(call: Pick<Call, 'app' | 'params'>): CountedGroup {
  const guid = call.params['guid'] ?? '';
  const group = call.app.groups.find(guid);
  if (!group) throw guidNotFound(guid);
  return group;
}

/** What a group says about the user who asks: scope and time of joining. */
function membershipMembers(call: Pick<Call, 'app' | 'actor'>, guid: string): readonly string[] {
  const member = call.actor && call.app.members.find(guid, call.actor.uid);
  if (!member || member.isBanned === 1) return [];
  return [textMember('scope', member.scope), numberMember('joinedAt', member.joinedAt), '"hasJoined":true'];
}

const createGroup = route({
  method: 'POST',
  path: '/groups',
  tag: TAG,
  summary: 'Create a group: the owner joins as admin, then the members given',
  rate: 'core',
  behalf: 'optional',
  body: NEW_GROUP,
  answers: one('Group'),
  answer: (call) => {
    const { app, body } = call;
    const group = newGroup(app, body, call.actor?.uid ?? SYSTEM_USER.uid);
    const buckets = readBuckets(body.members);
    if (app.groups.has(group.guid)) throw guidExists(app, group.guid);
    app.groups.insert(group);
    if (group.owner !== SYSTEM_USER.uid) {
      const { guid, owner: uid, createdAt: joinedAt } = group;
      app.members.insert({ guid, uid, scope: 'admin', joinedAt, isBanned: 0 });
    }
    const added = body.members ? addMembers(call, group, buckets) : undefined;
    const counted = app.groups.find(group.guid) ?? { ...group, membersCount: 0 };
    return {
      data: groupJson(
        counted,
        true,
        ...membershipMembers(call, group.guid),
        added === undefined ? '' : `"members":${jsonObject(`"data":${added}`)}`,
      ),
    };
  },
});

const SORT_COLUMNS = {
  name: 'groups.name, groups.seq',
  guid: 'groups.guid',
  createdAt: 'groups.created_at, groups.seq',
};

const listGroups = route({
  method: 'GET',
  path: '/groups',
  tag: TAG,
  summary: 'List groups in the order they were created, unless `sortBy` says otherwise',
  rate: 'standard',
  behalf: 'optional',
  query: {
    ...param.PAGE,
    searchKey: param.text,
    searchIn: param.list,
    sortBy: param.oneOf(['name', 'guid', 'createdAt']),
    sortOrder: param.oneOf(['asc', 'desc']),
    type: param.list,
    types: param.list,
    tags: param.list,
    withTags: param.flag,
    hasJoined: param.flag,
  },
  answers: paged('Group'),
  answer: ({ app, query, actor }) => {
    const filter = new Filter();
    filter.oneOf('groups.type', [...query.type, ...query.types]);
    if (query.searchKey) {
      const pattern = prefixPattern(query.searchKey);
      filter.where("(groups.guid LIKE ? ESCAPE '\\' OR groups.name LIKE ? ESCAPE '\\')", pattern, pattern);
    }
    if (actor && query.hasJoined) {
      filter.where('guid IN (SELECT guid FROM members WHERE uid = ? AND is_banned = 0)', actor.uid);
    }
    const order = query.sortBy ? SORT_COLUMNS[query.sortBy] : 'groups.seq';
    const direction = query.sortOrder === 'desc' ? order.replaceAll(/(,|$)/g, ' DESC$1') : order;
    const groups = app.db.all<CountedGroup>(
      `SELECT ${GROUP_COLUMNS} FROM (SELECT seq FROM groups${filter.sql} ORDER BY ${direction} LIMIT ? OFFSET ?) AS page
       JOIN groups USING (seq) ORDER BY ${direction}`,
      ...filter.params,
      query.perPage,
      offsetOf(query),
    );
    return {
      data: jsonArray(groups.map((group) => groupJson(group, query.withTags))),
      meta: pageMeta(query, app.db.count(`groups${filter.sql}`, ...filter.params), groups.length),
    };
  },
});

const getGroup = route({
  method: 'GET',
  path: '/groups/{guid}',
  tag: TAG,
  summary: 'Get a group',
  rate: 'standard',
  behalf: 'optional',
  answers: one('Group'),
  answer: (call) => {
    const group = groupInPath(call);
    return { data: groupJson(group, true, ...membershipMembers(call, group.guid)) };
  },
});

/** The calls about groups. */
export const groupRoutes: readonly Route[] = [createGroup, listGroups, getGroup];
