import { Store } from './store.ts';
/** The scopes of a member, highest first. */
export declare const SCOPES: readonly ['admin', 'moderator', 'participant'];
/** Rights of a member in a group. */
export type Scope = (typeof SCOPES)[number];
/** A membership as stored. A banned user has one too, but counts nowhere. */
export type Member = {
    readonly guid: string;
    readonly uid: string;
    readonly scope: Scope;
    readonly joinedAt: number;
    readonly isBanned: number;
};
/** The memberships of the app. The data file itself maintains the member count of each group. */
export declare class MemberStore extends Store {
    /** A membership or a ban. */
    find(guid: string, uid: string): Member | undefined;
    /** A membership, but not a ban. */
    findMember(guid: string, uid: string): Member | undefined;
    /** The number of groups that a user is in. */
    countGroups(uid: string): number;
    /** Adds a membership that does not exist yet. */
    insert(member: Member): void;
    /** Gives a member another scope. */
    setScope(guid: string, uid: string, scope: Scope): void;
    /** Removes a membership or a ban. */
    remove(guid: string, uid: string): void;
    /** Bans a user from a group, member or not. */
    ban(guid: string, uid: string, now: number): void;
}
