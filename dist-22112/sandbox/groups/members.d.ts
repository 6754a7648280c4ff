import { type ActorCall, type ApiRoute, type RouteAnswer } from '../app/route.ts';
import { type PageQuery } from '../wire/pagination.ts';
/** The calls about members. */
export declare const memberRoutes: readonly ApiRoute[];
/** Which rows of a group to list: the members of some scopes (of all, if none is named), or the banned users. */
type Listed = {
    readonly guid: string;
    readonly isBanned: 0 | 1;
    readonly scopes: readonly string[];
    readonly status?: 'available' | 'offline' | undefined;
};
/** A page of a group's members or banned users, in the order of their uids. */
export declare function listMembersOf(call: ActorCall, page: PageQuery, listed: Listed): RouteAnswer;
export {};
