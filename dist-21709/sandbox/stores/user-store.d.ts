import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import { EntityStore } from './store.ts';
/**
 * The number of users in each block of sequence numbers. So any page of a list of a million is found at once, and
 * its total needs no count. Only changed blocks are counted again, also after a rollback.
 */
declare class UserPositions {
    #private;
    /** `sources` are tables with conditions, as SQL. The list holds the users of all of them. */
    constructor(db: Database, sources: readonly string[]);
    /** Call it after a user was added. */
    added(): void;
    /** Call it after the user with this number changed or was removed. */
    changed(seq: number): void;
    /** The number of users in the list. */
    get total(): number;
    /** Finds the user at this place in the list, counted from 0. */
    locate(place: number): {
        readonly from: number;
        readonly skip: number;
    };
}
/** A user as stored; `metadata` and `tags` are JSON text. */
export type User = {
    readonly uid: string;
    readonly name: string;
    readonly avatar: string | null;
    readonly link: string | null;
    readonly role: string;
    readonly statusMessage: string | null;
    readonly metadata: string | null;
    readonly tags: string | null;
    readonly createdAt: number;
    readonly updatedAt: number | null;
    readonly lastActiveAt: number | null;
    readonly deactivatedAt: number | null;
};
/** The actor of calls without `onBehalfOf`. It exists in every app, appears in no list, and cannot be changed. */
export declare const SYSTEM_USER: User;
/** The role of bots, with the switch `bots=role`. */
export declare const BOT_ROLE = "bot";
/** The columns of a User, for statements that read one. */
export declare const USER_COLUMNS: string;
/** The JSON of a user in an answer. `extra` adds members, such as a member's scope. */
export declare function userJson(user: User, withTags: boolean, ...extra: readonly string[]): string;
/** The JSON of a user inside a message, without metadata, to keep answers small. */
export declare function userEntityJson(user: User): string;
/** A list of users in the order of their creation, with its SQL condition. */
export type UserList = {
    readonly condition: string;
    readonly positions: UserPositions;
};
/** The users of the app. */
export declare class UserStore extends EntityStore<User> {
    #private;
    /** Users that are not deactivated. */
    readonly active: UserList;
    /** All users. */
    readonly everyone: UserList;
    protected readonly table: Table<User>;
    protected readonly jsonOf: typeof userEntityJson;
    /** Reads and writes the given data file. */
    constructor(db: Database);
    /** A user by its lower-case uid, also a deactivated user or the system user. */
    find(uid: string): User | undefined;
    /** A user by uid. Undefined if it is missing, deactivated or the system user. */
    findActive(uid: string): User | undefined;
    /** A deactivated user by uid. */
    findDeactivated(uid: string): User | undefined;
    /** Adds a user. Returns false, and adds none, if its uid is taken. */
    insert(user: User): boolean;
    /** Replaces everything about a user but its uid and createdAt. */
    update(user: User): void;
    /** True if any user has the role, which is not the default role. */
    hasRole(role: string): boolean;
    /** Gives all users of a role the default role. */
    resetRole(role: string): void;
    /** Removes a user with its memberships, tokens, friends and blocks. Its messages stay. */
    remove(uid: string): void;
}
export {};
