import { type ActorCall, type Call } from '../app/route.ts';
import type { CountedGroup, Group } from '../stores/group-store.ts';
import type { Scope } from '../stores/member-store.ts';
import * as field from '../wire/field.ts';
/** The body with its lists. `readBuckets` reads them. */
export declare const BUCKETS_BODY: field.Shape<field.FieldValues<{
    readonly admins: field.Field<readonly string[]>;
    readonly moderators: field.Field<readonly string[]>;
    readonly participants: field.Field<readonly string[]>;
    readonly usersToBan: field.Field<readonly string[]>;
}>>;
/** Users that get a scope, or a ban. */
export type Bucket = {
    readonly name: string;
    readonly scope: Scope | 'ban';
    readonly uids: readonly string[];
};
/** Reads the lists of uids. A uid in several lists counts only in the first. */
export declare function readBuckets(value: unknown): readonly Bucket[];
/** Adds and bans users. Results are ordered by list and uid. A failure affects only its uid. */
export declare function addMembers(call: ActorCall, group: CountedGroup, buckets: readonly Bucket[]): string;
/** Refuses a member if the group is full, or if the user is in too many groups. */
export declare function checkRoom(app: Call['app'], guid: string, uid: string): void;
/** Bans a user, member or not. It leaves the group and cannot join again until the ban is lifted. */
export declare function banUser(call: ActorCall, group: Group, uid: string): void;
/** Lifts a ban. The user is not a member then, but can join again. */
export declare function unbanUser(call: ActorCall, group: Group, uid: string): void;
