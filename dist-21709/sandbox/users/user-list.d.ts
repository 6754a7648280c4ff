import type { App } from '../app/app.ts';
import type { Call, RouteAnswer } from '../app/route.ts';
import { type User } from '../stores/user-store.ts';
import { type PageQuery } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
/** Parameters for users that changed after (`append`) or before (`prepend`) a time. */
declare const CHANGED_SINCE: {
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly updatedAt: param.Param<number | undefined>;
};
/** The query of GET /users. */
export declare const USER_QUERY: {
    readonly perPage: param.Param<number>;
    readonly page: param.Param<number>;
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly updatedAt: param.Param<number | undefined>;
    readonly searchKey: param.Param<string | undefined>;
    readonly searchIn: param.Param<readonly string[]>;
    readonly status: param.Param<"available" | "offline" | undefined>;
    readonly count: param.Param<boolean>;
    readonly role: param.Param<readonly string[]>;
    readonly roles: param.Param<readonly string[]>;
    readonly tags: param.Param<readonly string[]>;
    readonly withTags: param.Param<boolean>;
    readonly onlyDeactivated: param.Param<boolean>;
    readonly withDeactivated: param.Param<boolean>;
};
type Query = param.ParamValues<typeof USER_QUERY>;
type Changed = param.ParamValues<typeof CHANGED_SINCE>;
/** The users of a page, and the number of users on all pages. */
type Found = {
    readonly users: readonly User[];
    readonly total: number;
};
/** The users that a query asks for. */
export declare function findUsers(app: App, query: Query): Found;
/** The query of a list of users that are related to one user. */
export declare const SEARCHED_PAGE: {
    readonly perPage: param.Param<number>;
    readonly page: param.Param<number>;
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly updatedAt: param.Param<number | undefined>;
    readonly searchKey: param.Param<string | undefined>;
};
/** Related users: those in the column `other` of a table's rows of one user, in the order of `since`. */
type Related = {
    readonly table: 'friends' | 'blocks';
    readonly other: 'friend' | 'blocked';
    readonly since: 'created_at' | 'blocked_at';
};
/** A page of the active users that are related to one user, as that user sees them. */
export declare function relatedPage({ app, query }: Pick<Call<param.ParamValues<typeof SEARCHED_PAGE>>, 'app' | 'query'>, uid: string, { table, other, since }: Related): RouteAnswer;
/** A page of users as `viewer` sees them. */
export declare function userPage(app: App, { users, total }: Found, query: PageQuery & Changed & {
    readonly withTags?: boolean;
}, viewer: string | undefined): RouteAnswer;
/**
 * A user as `viewer` sees it: without the private part of its metadata, with their conversation and the blocks
 * between them. Without a viewer, and for the viewer itself, nothing is hidden or added.
 */
export declare function userSeenBy(app: App, user: User, viewer: string | undefined, withTags: boolean): string;
export {};
