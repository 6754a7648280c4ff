import type { App } from '../app/app.ts';
import type { ActorCall } from '../app/route.ts';
import type { Scope } from '../stores/member-store.ts';
/** Events of a member of a group, each with its trigger. */
declare const MEMBER_TRIGGERS: {
    readonly added: 'group_member_added';
    readonly kicked: 'group_member_kicked';
    readonly banned: 'group_member_banned';
    readonly unbanned: 'group_member_unbanned';
    readonly scopeChanged: 'group_member_scope_changed';
};
/** Name of an event of a member of a group. */
export type GroupAction = keyof typeof MEMBER_TRIGGERS | 'joined';
/** The scopes of a member before and after a change. */
export type ScopeChange = {
    readonly old: Scope;
    readonly new: Scope;
};
/** Publishes a new group with the members that it begins with. */
export declare function publishCreated(app: App, guid: string, uids: readonly string[]): void;
/** Publishes a group that has been changed. */
export declare function publishUpdated(app: App, guid: string): void;
/** Publishes that a group belongs to another user. */
export declare function publishTransferred(app: App, guid: string, oldOwner: string): void;
/** Publishes that a group is about to be removed. */
export declare function publishDeleted(app: App, guid: string): void;
/** Publishes what has happened to a member. `scopes` are those of a change of scope. */
export declare function publishMember({ app, actor }: ActorCall, guid: string, uid: string, action: GroupAction, scopes?: ScopeChange): void;
export {};
