import { ApiError, guidNotFound } from './api-error.ts';
import type { App } from './app.ts';
import { Filter, prefixPattern } from './filter.ts';
import { readNewGroup } from './group-input.ts';
import { type CountedGroup, GROUP_COLUMNS, groupJson } from './group-store.ts';
import { jsonArray, jsonObject, numberMember, textMember } from './json-text.ts';
import { addMembers, readBuckets } from './members.ts';
import { pageMeta, queryList, readPage } from './pagination.ts';
import type { Answer, Call } from './route.ts';
import { SYSTEM_USER } from './user-store.ts';

/** The refusal of a guid that is taken; its status is a switch. */
export function guidExists(app: App, guid: string): ApiError {
  return new ApiError(
    'ERR_GUID_ALREADY_EXISTS',
    `The guid ${guid} already exists. Please use another guid or try after permanently deleting the group.`,
    { status: app.quirks.existsStatus },
  );
}

/** The group that the path names. */
export function groupInPath(call: Call): CountedGroup {
  const guid = call.params['guid'] ?? '';
  const group = call.app.groups.find(guid);
  if (!group) throw guidNotFound(guid);
  return group;
}

/** What a group says about the user who asks: scope and time of joining. */
function membershipMembers(call: Call, guid: string): readonly string[] {
  const member = call.actor && call.app.members.find(guid, call.actor.uid);
  if (!member || member.isBanned === 1) return [];
  return [textMember('scope', member.scope), numberMember('joinedAt', member.joinedAt), '"hasJoined":true'];
}

/** POST /groups: the owner joins as admin, then the members given in the body. */
export function createGroup(call: Call): Answer {
  const { app, body } = call;
  const group = readNewGroup(app, body, call.actor?.uid ?? SYSTEM_USER.uid);
  const buckets = readBuckets(body['members']);
  if (app.groups.has(group.guid)) throw guidExists(app, group.guid);
  app.groups.insert(group);
  if (group.owner !== SYSTEM_USER.uid) {
    const { guid, owner: uid, createdAt: joinedAt } = group;
    app.members.insert({ guid, uid, scope: 'admin', joinedAt, isBanned: 0 });
  }
  const added = body['members'] ? addMembers(call, group, buckets) : undefined;
  const counted = app.groups.find(group.guid) ?? { ...group, membersCount: 0 };
  return {
    data: groupJson(
      counted,
      true,
      ...membershipMembers(call, group.guid),
      added === undefined ? '' : `"members":${jsonObject(`"data":${added}`)}`,
    ),
  };
}

/** GET /groups: in the order they were created, unless `sortBy` says otherwise. */
export function listGroups({ app, query, actor }: Call): Answer {
  const page = readPage(query);
  const filter = new Filter();
  filter.oneOf('groups.type', [...queryList(query, 'type'), ...queryList(query, 'types')]);
  const searchKey = query.get('searchKey');
  if (searchKey) {
    const pattern = prefixPattern(searchKey);
    filter.where("(groups.guid LIKE ? ESCAPE '\\' OR groups.name LIKE ? ESCAPE '\\')", pattern, pattern);
  }
  if (actor && query.get('hasJoined') === 'true') {
    filter.where('guid IN (SELECT guid FROM members WHERE uid = ? AND is_banned = 0)', actor.uid);
  }
  const column = new Map([
    ['name', 'groups.name, groups.seq'],
    ['guid', 'groups.guid'],
    ['createdAt', 'groups.created_at, groups.seq'],
  ]).get(query.get('sortBy') ?? '');
  const order = column ?? 'groups.seq';
  const direction = query.get('sortOrder') === 'desc' ? order.replaceAll(/(,|$)/g, ' DESC$1') : order;
  const groups = app.db.all<CountedGroup>(
    `SELECT ${GROUP_COLUMNS} FROM (SELECT seq FROM groups${filter.sql} ORDER BY ${direction} LIMIT ? OFFSET ?) AS page
     JOIN groups USING (seq) ORDER BY ${direction}`,
    ...filter.params,
    page.perPage,
    page.offset,
  );
  const withTags = query.get('withTags') === 'true';
  return {
    data: jsonArray(groups.map((group) => groupJson(group, withTags))),
    meta: pageMeta(page, app.db.count(`groups${filter.sql}`, ...filter.params), groups.length),
  };
}

/** GET /groups/{guid} */
export function getGroup(call: Call): Answer {
  const group = groupInPath(call);
  return { data: groupJson(group, true, ...membershipMembers(call, group.guid)) };
}
