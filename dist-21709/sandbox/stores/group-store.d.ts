import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { EntityStore } from './store.ts';
/** The kinds of groups. */
export declare const GROUP_TYPES: readonly ['public', 'password', 'private'];
/** A group as stored; `metadata` and `tags` are JSON text. */
export type Group = {
    readonly guid: string;
    readonly name: string;
    readonly type: (typeof GROUP_TYPES)[number];
    readonly password: string | null;
    readonly icon: string | null;
    readonly description: string | null;
    readonly owner: string;
    readonly metadata: string | null;
    readonly tags: string | null;
    readonly createdAt: number;
    readonly updatedAt: number | null;
    /** The uid of the user who changed the group last. */
    readonly updatedBy: string | null;
    /** 1 if an import gave createdAt, so that a member's joinedAt can be compared with it. */
    readonly hasHistory: number;
};
/** A group with the number of its members, as lists read it. */
export type CountedGroup = Group & {
    readonly membersCount: number;
};
/** The columns of a CountedGroup, for statements that read one. */
export declare const GROUP_COLUMNS: string;
/** The JSON of a group in an answer. It never shows the password. `extra` adds members. */
export declare function groupJson(group: CountedGroup, withTags: boolean, ...extra: readonly string[]): string;
/** The JSON of a group inside a message, without the member count, which would be outdated there. */
declare function groupEntityJson(group: Group): string;
/** The groups of the app. */
export declare class GroupStore extends EntityStore<Group> {
    protected readonly table: Table<Group>;
    protected readonly jsonOf: typeof groupEntityJson;
    /** Reads and writes the given data file. */
    constructor(db: Database);
    /** A group by its lower-case guid, with its member count. */
    find(guid: string): CountedGroup | undefined;
    /** Replaces everything about a group but its guid, createdAt and members. */
    update(group: Group): void;
    /** Removes a group with its members and bans. */
    remove(guid: string): void;
}
export {};
