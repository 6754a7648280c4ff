import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, MayAct } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import type { MemberLists } from './members.ts';
export declare const groupShape: z.ZodObject<{
    guid: z.ZodString;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    icon: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    owner: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    membersCount: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedBy: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    scope: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    joinedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    hasJoined: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
}, z.core.$loose>;
/**
 * A group. Times are seconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type Group = Readonly<z.output<typeof groupShape>>;
export type GroupType = 'public' | 'password' | 'private';
type GroupFields = {
    readonly name?: string;
    readonly type?: GroupType;
    /** Only for groups of the type `password`. */
    readonly password?: string;
    readonly icon?: string;
    readonly description?: string;
    readonly metadata?: Readonly<Record<string, unknown>>;
    /**
     * uid of the owner.
     * @default the system user
     */
    readonly owner?: string;
    readonly tags?: readonly string[];
};
export type NewGroup = GroupFields & {
    readonly guid: string;
    readonly name: string;
    readonly type: GroupType;
    /** At most 25 uids in all lists together. If a user cannot be added, the group is created all the same. */
    readonly members?: MemberLists;
};
export type GroupChanges = GroupFields & {
    readonly unset?: readonly ('icon' | 'description' | 'metadata')[];
};
export type GroupQuery = PageQuery & {
    readonly searchKey?: string;
    readonly searchIn?: readonly ('guid' | 'name')[];
    readonly sortBy?: 'name' | 'guid' | 'createdAt';
    readonly sortOrder?: 'asc' | 'desc';
    /**
     * `append`: groups changed after `updatedAt`; `prepend`: groups changed before it. `updatedAt` is in seconds since
     * 1970.
     */
    readonly affix?: 'append' | 'prepend';
    readonly updatedAt?: number;
    readonly type?: GroupType;
    readonly types?: readonly GroupType[];
    readonly tags?: readonly string[];
    readonly withTags?: boolean;
    /** Only for a call on behalf of a user. */
    readonly hasJoined?: boolean;
    readonly guids?: readonly string[];
    /** This and the next three fields are ranges in seconds since 1970; both ends are included. */
    readonly 'createdAt[from]'?: number;
    readonly 'createdAt[to]'?: number;
    readonly 'updatedAt[from]'?: number;
    readonly 'updatedAt[to]'?: number;
    readonly 'membersCount[gt]'?: number;
    readonly 'membersCount[gte]'?: number;
    readonly 'membersCount[lt]'?: number;
    readonly 'membersCount[lte]'?: number;
    readonly 'membersCount[eq]'?: number;
};
/** Groups of the app. */
export declare const groups: (call: Caller) => {
    /**
     * Creates a group. Rejects with `ERR_GUID_ALREADY_EXISTS` if the guid exists. The response contains the results of
     * `members` in the service's own form. If the response to an earlier attempt was lost, they have `maybeDone` as a
     * RowResult has.
     */
    create: (group: NewGroup, options?: MayAct) => ApiPromise<Group>;
    list: (query?: GroupQuery, options?: MayAct) => Listing<Group>;
    get: (guid: string, options?: MayAct) => ApiPromise<Group>;
    /** Changes the given fields and removes the fields named in `unset`. On behalf of a user, `owner` is ignored. */
    update: (guid: string, changes: GroupChanges, options?: MayAct) => ApiPromise<Group>;
    delete: (guid: string, options?: MayAct) => ApiPromise<Acknowledgement>;
};
export {};
