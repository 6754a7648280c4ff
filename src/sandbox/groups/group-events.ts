import type { App } from '../app/app.ts';
import type { ActorCall } from '../app/route.ts';
import { groupJson } from '../stores/group-store.ts';
import type { Scope } from '../stores/member-store.ts';
import { SYSTEM_USER } from '../stores/user-store.ts';
import { userNow, usersNow } from '../users/user-events.ts';
import { jsonMap, textMember } from '../wire/json-text.ts';

/** Events of a member of a group, each with its trigger. */
const MEMBER_TRIGGERS = {
  added: 'group_member_added',
  kicked: 'group_member_kicked',
  banned: 'group_member_banned',
  unbanned: 'group_member_unbanned',
  scopeChanged: 'group_member_scope_changed',
} as const;

/** Name of an event of a member of a group. */
export type GroupAction = keyof typeof MEMBER_TRIGGERS | 'joined';

/** The scopes of a member before and after a change. */
export type ScopeChange = { readonly old: Scope; readonly new: Scope };

/** The group as an event shows it. Nobody is ever online in the sandbox. */
function groupNow({ groups }: App, guid: string, ...extra: readonly string[]): string {
  const group = groups.find(guid);
  return group ? groupJson(group, true, '"onlineMembersCount":0', ...extra) : groups.entityJson(guid);
}

/** Publishes a new group with the members that it begins with. */
export function publishCreated(app: App, guid: string, uids: readonly string[]): void {
  app.events.publish('group_created', () => ({ group: groupNow(app, guid), members: usersNow(app, uids) }));
}

/** Publishes a group that has been changed. */
export function publishUpdated(app: App, guid: string): void {
  app.events.publish('group_updated', () => ({ group: groupNow(app, guid) }));
}

/** Publishes that a group belongs to another user. */
export function publishTransferred(app: App, guid: string, oldOwner: string): void {
  app.events.publish('group_owner_transferred', () => ({
    group: groupNow(app, guid, textMember('oldOwner', oldOwner)),
  }));
}

/** Publishes that a group is about to be removed. */
export function publishDeleted(app: App, guid: string): void {
  app.events.publish('group_deleted', () => ({ group: groupNow(app, guid) }));
}

/** Publishes what has happened to a member. `scopes` are those of a change of scope. */
export function publishMember(
  { app, actor }: ActorCall,
  guid: string,
  uid: string,
  action: GroupAction,
  scopes?: ScopeChange,
): void {
  const extra = scopes ? [textMember('scope', scopes.new), textMember('oldScope', scopes.old)] : [];
  const data = () => ({ group: groupNow(app, guid), members: jsonMap([[uid, userNow(app, uid, ...extra)]]) });
  if (action === 'joined') app.events.publish('group_member_joined', data);
  else {
    const by = () => ({ ...data(), by: userNow(app, actor?.uid ?? SYSTEM_USER.uid) });
    app.events.publish(MEMBER_TRIGGERS[action], by);
  }
}
