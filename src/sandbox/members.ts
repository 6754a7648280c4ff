import { keyed, paged } from './answer-schema.ts';
import {
  ApiError,
  alreadyJoined,
  bannedFromGroup,
  errorJson,
  guidNotFound,
  invalid,
  uidNotFound,
} from './api-error.ts';
import * as field from './field.ts';
import { Filter } from './filter.ts';
import type { Group } from './group-store.ts';
import { jsonArray, jsonMap, numberMember, textMember } from './json-text.ts';
import type { Scope } from './member-store.ts';
import { offsetOf, pageMeta } from './pagination.ts';
import * as param from './param.ts';
import { type Call, type Route, route } from './route.ts';
import { SYSTEM_USER, USER_COLUMNS, type User, userEntityJson, userJson } from './user-store.ts';
import { FieldReader, isObject } from './validation.ts';

const TAG = 'Group Members';

/** The most uids of one request, all buckets together. */
const MAX_UIDS = 25;

/** Body members, in the order of precedence for a uid that stands in several. */
const BUCKETS = [
  ['admins', 'admin'],
  ['moderators', 'moderator'],
  ['participants', 'participant'],
  ['usersToBan', 'ban'],
] as const;

/** Who acts, and where. */
type Acting = Pick<Call, 'app' | 'actor'>;

type Bucket = {
  readonly name: string;
  readonly scope: Scope | 'ban';
  readonly uids: readonly string[];
};

/** Reads the buckets of uids; a uid in several counts in the first only. */
export function readBuckets(value: unknown): readonly Bucket[] {
  if (value === undefined || value === null) return [];
  if (!isObject(value)) throw invalid({ members: ['The members must be an object.'] });
  const reader = new FieldReader(value);
  const seen = new Set<string>();
  const buckets = BUCKETS.map(([name, scope]) => {
    const uids = reader.ids(name).filter((uid) => !seen.has(uid));
    for (const uid of uids) seen.add(uid);
    return { name, scope, uids };
  });
  if (seen.size > MAX_UIDS) {
    reader.problem('members', `The members may not have more than ${MAX_UIDS} uids.`);
  }
  reader.finish();
  return buckets;
}

/** Adds and bans users; the result of each uid stands by bucket, a failure fails its uid only. */
export function addMembers(call: Acting, group: Group, buckets: readonly Bucket[]): string {
  const given = buckets.filter((bucket) => bucket.uids.length > 0);
  return jsonMap(
    given.map(({ name, scope, uids }) => [
      name,
      jsonMap(uids.map((uid) => [uid, addOne(call, group, uid, scope)])),
    ]),
  );
}

function addOne(call: Acting, group: Group, uid: string, scope: Scope | 'ban'): string {
  const { app } = call;
  try {
    const user = app.users.findActive(uid);
    if (!user) throw uidNotFound(uid);
    if (scope === 'ban') {
      app.members.ban(group.guid, uid, app.now());
      return '{"success":true}';
    }
    const member = app.members.find(group.guid, uid);
    if (member) throw member.isBanned ? bannedFromGroup(uid, group.guid) : alreadyJoined(uid, group.guid);
    app.members.insert({ guid: group.guid, uid, scope, joinedAt: app.now(), isBanned: 0 });
    return `{"success":true,"data":${writeAdded(call, group, user)}}`;
  } catch (error) {
    if (error instanceof ApiError) return `{"success":false,"error":${errorJson(error)}}`;
    throw error;
  }
}

/** The action message that this endpoint, unlike the import, leaves in the group's history. */
function writeAdded({ app, actor }: Acting, group: Group, user: User): string {
  const by = actor ?? SYSTEM_USER;
  const entity = (json: string, type: string) => `{"entity":${json},"entityType":"${type}"}`;
  const onGroup = entity(app.groups.entityJson(group.guid), 'group');
  const data =
    `{"action":"added","entities":{"by":${entity(userEntityJson(by), 'user')},` +
    `"for":${onGroup},"on":${entity(userEntityJson(user), 'user')}}}`;
  const sentAt = app.now();
  const conversation = app.conversations.seqOf('group', by.uid, group.guid, sentAt);
  const message = app.messages.insert(
    {
      receiverType: 'group',
      receiver: group.guid,
      muid: null,
      sender: by.uid,
      category: 'action',
      type: 'groupMember',
      data,
      tags: null,
      sentAt,
      deliveredAt: null,
      readAt: null,
      updatedAt: sentAt,
      parentId: null,
      unread: false,
    },
    conversation,
  );
  return app.messages.json(message);
}

/** The buckets as the body declares them; they are read by `readBuckets`. */
const BUCKETS_BODY = field.shape({
  admins: field.ids(MAX_UIDS),
  moderators: field.ids(MAX_UIDS),
  participants: field.ids(MAX_UIDS),
  usersToBan: field.ids(MAX_UIDS),
});

const postMembers = route({
  method: 'POST',
  path: '/groups/{guid}/members',
  tag: TAG,
  summary: 'Add and ban users, at most 25 in all; each has a result of its own',
  rate: 'core',
  behalf: 'optional',
  body: BUCKETS_BODY,
  answers: keyed('results by bucket and uid'),
  answer: (call) => {
    const guid = call.params['guid'] ?? '';
    const group = call.app.groups.find(guid);
    if (!group) throw guidNotFound(guid);
    const buckets = readBuckets(call.given);
    if (buckets.every((bucket) => bucket.uids.length === 0)) {
      throw invalid({ participants: ['At least one uid is required.'] });
    }
    return { data: addMembers(call, group, buckets) };
  },
});

const listMembers = route({
  method: 'GET',
  path: '/groups/{guid}/members',
  tag: TAG,
  summary: 'List members in the order of their uids, banned users left out',
  rate: 'standard',
  behalf: 'optional',
  query: { ...param.PAGE, scopes: param.list },
  answers: paged('GroupMember'),
  answer: ({ app, params, query }) => {
    const guid = params['guid'] ?? '';
    if (!app.groups.has(guid)) throw guidNotFound(guid);
    const filter = new Filter();
    filter.where('members.guid = ? AND members.is_banned = 0', guid);
    filter.oneOf('members.scope', query.scopes);
    const members = app.db.all<User & { scope: Scope; joinedAt: number }>(
      `SELECT ${USER_COLUMNS}, page.scope, page.joined_at AS joinedAt
       FROM (SELECT uid, scope, joined_at FROM members${filter.sql} ORDER BY uid LIMIT ? OFFSET ?) AS page
       JOIN users USING (uid) ORDER BY uid`,
      ...filter.params,
      query.perPage,
      offsetOf(query),
    );
    const json = members.map((member) =>
      userJson(member, false, textMember('scope', member.scope), numberMember('joinedAt', member.joinedAt)),
    );
    return {
      data: jsonArray(json),
      meta: pageMeta(query, app.db.count(`members${filter.sql}`, ...filter.params), members.length),
    };
  },
});

/** The calls about members. */
export const memberRoutes: readonly Route[] = [postMembers, listMembers];
