import type { App } from '../app/app.ts';
import { removeGroup } from '../app/conversation-removal.ts';
import { type ApiRoute, acknowledgement, type PathCall, routeOf } from '../app/route.ts';
import { type CountedGroup, groupJson } from '../stores/group-store.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { guidExists, guidNotFound } from '../wire/api-error.ts';
import { publishCreated, publishDeleted, publishTransferred, publishUpdated } from './group-events.ts';
import { changedGroup, GROUP_CHANGE, NEW_GROUP, newGroup } from './group-input.ts';
import { GROUP_QUERY, groupSeenBy, listGroupsOf, membershipMembers } from './group-list.ts';
import { checkAdmin, checkMayRead, checkModerator } from './group-scope.ts';
import { addMembers, checkRoom, readBuckets } from './member-adding.ts';

const route = routeOf({ tag: 'Groups' });

/** The group that the path names. */
export function groupInPath(call: PathCall): CountedGroup {
  const guid = call.params['guid'] ?? '';
  const group = call.app.groups.find(guid);
  if (!group) throw guidNotFound(guid);
  return group;
}

/** Makes a user an admin, member or not. The app system owns groups without being a member. */
function becomeAdmin(app: App, guid: string, uid: string): void {
  if (uid === SYSTEM_USER.uid) return;
  const member = app.members.find(guid, uid);
  if (member?.isBanned === 0) {
    app.members.setScope(guid, uid, 'admin');
    return;
  }
  if (member) app.members.remove(guid, uid);
  checkRoom(app, guid, uid);
  app.members.insert({ guid, uid, scope: 'admin', joinedAt: app.now(), isBanned: 0 });
}

/** The calls about groups. */
export const groupRoutes: readonly ApiRoute[] = [
  route('POST /groups', {
    summary: 'Create a group. Owner and creator join as admins, then the given members',
    rate: 'core',
    behalf: 'optional',
    body: NEW_GROUP,
    answers: one('Group'),
    answer: (call) => {
      const { app, body, actor } = call;
      const group = newGroup(app, body, actor?.uid ?? SYSTEM_USER.uid);
      const buckets = readBuckets(body.members);
      if (app.groups.has(group.guid)) throw guidExists(group.guid);
      app.groups.insert(group);
      const admins = new Set([group.owner, actor?.uid ?? group.owner]);
      for (const uid of admins) becomeAdmin(app, group.guid, uid);
      publishCreated(app, group.guid, [...admins]);
      const created = { ...group, membersCount: 0 };
      const added = body.members ? addMembers(call, created, buckets) : undefined;
      return {
        data: groupJson(
          app.groups.find(group.guid) ?? created,
          true,
          ...membershipMembers(call, group.guid, actor?.uid ?? group.owner),
          added === undefined ? '' : `"members":{"data":${added}}`,
        ),
      };
    },
  }),
  route('GET /groups', {
    summary:
      'List groups in the order of their creation, or as `sortBy`, `affix` and `updatedAt` say; ' +
      'a user sees only the private groups it is in',
    behalf: 'optional',
    query: GROUP_QUERY,
    answers: paged('Group'),
    answer: listGroupsOf,
  }),
  route('GET /groups/{guid}', {
    summary: 'Get a group; only members can get a private one',
    behalf: 'optional',
    answers: one('Group'),
    answer: (call) => {
      const group = groupInPath(call);
      if (group.type === 'private') checkMayRead(call, group);
      return { data: groupSeenBy(call, group) };
    },
  }),
  route('PUT /groups/{guid}', {
    summary: 'Change a group. A new owner becomes an admin; on behalf of a user `owner` is ignored',
    behalf: 'optional',
    body: GROUP_CHANGE,
    answers: one('Group'),
    answer: (call) => {
      const { app, actor, given } = call;
      const group = groupInPath(call);
      checkModerator(call, group.guid);
      const body = actor ? { ...call.body, owner: null } : call.body;
      const changed = changedGroup(app, group, body, given, actor?.uid ?? SYSTEM_USER.uid);
      app.groups.update(changed);
      if (changed.owner !== group.owner) {
        becomeAdmin(app, group.guid, changed.owner);
        publishTransferred(app, group.guid, group.owner);
      }
      if (Object.keys(given).some((name) => name !== 'owner')) publishUpdated(app, group.guid);
      return { data: groupSeenBy(call, app.groups.find(group.guid) ?? changed) };
    },
  }),
  route('DELETE /groups/{guid}', {
    summary: 'Delete a group with its members, bans, conversation and messages',
    behalf: 'optional',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { guid } = groupInPath(call);
      checkAdmin(call, guid);
      publishDeleted(call.app, guid);
      removeGroup(call.app, guid);
      return acknowledgement(`Group with guid ${guid} has been deleted successfully.`);
    },
  }),
];
