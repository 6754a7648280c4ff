import type { ActorCall, Call, RouteAnswer } from '../app/route.ts';
import { type CountedGroup } from '../stores/group-store.ts';
import * as param from '../wire/param.ts';
/** The query of GET /groups. */
export declare const GROUP_QUERY: {
    readonly perPage: param.Param<number>;
    readonly page: param.Param<number>;
    readonly searchKey: param.Param<string | undefined>;
    readonly searchIn: param.Param<readonly string[]>;
    readonly sortBy: param.Param<"createdAt" | "guid" | "name" | undefined>;
    readonly sortOrder: param.Param<"asc" | "desc" | undefined>;
    readonly affix: param.Param<"append" | "prepend" | undefined>;
    readonly updatedAt: param.Param<number | undefined>;
    readonly type: param.Param<readonly string[]>;
    readonly types: param.Param<readonly string[]>;
    readonly tags: param.Param<readonly string[]>;
    readonly withTags: param.Param<boolean>;
    readonly hasJoined: param.Param<boolean>;
    readonly guid: param.Param<string | undefined>;
    readonly guids: param.Param<readonly string[]>;
    readonly 'membersCount[gt]': param.Param<number | undefined>;
    readonly 'membersCount[gte]': param.Param<number | undefined>;
    readonly 'membersCount[lt]': param.Param<number | undefined>;
    readonly 'membersCount[lte]': param.Param<number | undefined>;
    readonly 'membersCount[eq]': param.Param<number | undefined>;
    readonly "createdAt[from]": param.Param<number | undefined>;
    readonly "createdAt[to]": param.Param<number | undefined>;
    readonly "updatedAt[from]": param.Param<number | undefined>;
    readonly "updatedAt[to]": param.Param<number | undefined>;
};
type Query = param.ParamValues<typeof GROUP_QUERY>;
type Listing = Pick<Call<Query>, 'app' | 'actor' | 'query'>;
/** A page of groups, ordered by creation, by last change (`affix`, `updatedAt`), or by `sortBy`. */
export declare function listGroupsOf(listing: Listing): RouteAnswer;
/** The members of a group's JSON about one user: scope and joinedAt. Empty if the user is not in the group. */
export declare function membershipMembers({ app }: Pick<Call, 'app'>, guid: string, uid: string | undefined): readonly string[];
/** A group with its tags, as the actor sees it. `extra` adds members. */
export declare function groupSeenBy(call: ActorCall, group: CountedGroup, ...extra: readonly string[]): string;
export {};
