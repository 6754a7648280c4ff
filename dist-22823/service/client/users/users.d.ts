import { z } from 'zod';
import { type Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller, MayAct } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
export declare const userShape: z.ZodObject<{
    uid: z.ZodString;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    link: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    avatar: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    role: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    statusMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    lastActiveAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    deactivatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    authToken: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    blockedByMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    blockedByMeAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    blockedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    hasBlockedMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
}, z.core.$loose>;
/**
 * A user. Times are seconds since 1970; fields without a value are missing; unknown properties are kept.
 * @useDeclaredType
 */
export type User = Readonly<z.output<typeof userShape>>;
/** The rows of lists of users. */
export declare const userRow: {
    shape: z.ZodObject<{
        uid: z.ZodString;
        name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        link: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        avatar: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        metadata: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
        status: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        role: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        statusMessage: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        lastActiveAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        deactivatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        tags: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
        authToken: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        conversationId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
        blockedByMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
        blockedByMeAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        blockedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
        hasBlockedMe: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    }, z.core.$loose>;
    idOf: ({ uid }: User) => string;
};
/** The fields of a user; the service lower-cases the uid. */
type UserFields = {
    readonly name?: string;
    readonly avatar?: string;
    readonly link?: string;
    readonly role?: string;
    readonly statusMessage?: string;
    /** Everything below `@private` is hidden from other users. */
    readonly metadata?: Readonly<Record<string, unknown>>;
    readonly tags?: readonly string[];
};
export type NewUser = UserFields & {
    readonly uid: string;
    readonly name: string;
    /** Returns an auth token with the user. */
    readonly withAuthToken?: boolean;
};
export type UserChanges = UserFields & {
    readonly unset?: readonly ('avatar' | 'link' | 'metadata')[];
};
export type UserQuery = PageQuery & {
    /** Matches the beginning of uid or name. */
    readonly searchKey?: string;
    readonly searchIn?: readonly ('uid' | 'name')[];
    readonly status?: 'available' | 'offline';
    readonly role?: string;
    readonly roles?: readonly string[];
    readonly tags?: readonly string[];
    /** Adds the tags to the answer. */
    readonly withTags?: boolean;
    readonly onlyDeactivated?: boolean;
    readonly withDeactivated?: boolean;
};
declare const deactivationShape: z.ZodObject<{
    deactivatedUids: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    alreadyDeactivatedUids: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    notFound: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
}, z.core.$loose>;
/**
 * Which users were deactivated, which were before, and which do not exist.
 * @useDeclaredType
 */
export type Deactivation = Readonly<z.output<typeof deactivationShape>>;
/** The outcome of the deletion of a user: acknowledged if deleted for good, else a deactivation. */
export type DeletedUser = Deactivation & Acknowledgement;
declare const reactivationShape: z.ZodPipe<z.ZodObject<{
    reactivatedUids: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    nonDeactivatedUids: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
    notFound: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodArray<z.ZodString>>, z.ZodTransform<string[] | undefined, string[] | null>>>;
}, z.core.$loose>, z.ZodTransform<{
    nonDeactivatedUids?: string[] | undefined;
    notFound?: string[] | undefined;
    reactivatedUids: string[];
}, {
    [x: string]: unknown;
    reactivatedUids?: string[] | undefined;
    nonDeactivatedUids?: string[] | undefined;
    notFound?: string[] | undefined;
}>>;
/**
 * Which users were reactivated, which were active, and which do not exist.
 * @useDeclaredType
 */
export type Reactivation = Readonly<z.output<typeof reactivationShape>>;
/** Users of the app. */
export declare const users: (call: Caller) => {
    /** Creates a user; refused with `ERR_UID_ALREADY_EXISTS` if the uid exists. */
    create: (user: NewUser, options?: AsApp) => ApiPromise<User>;
    /** Every user that the query matches. */
    list: (query?: UserQuery, options?: MayAct) => Listing<User>;
    /** One user; a deactivated one is `ERR_UID_NOT_FOUND`. */
    get: (uid: string, options?: MayAct) => ApiPromise<User>;
    /** Changes the given fields, removes those that `unset` names, and leaves the rest. */
    update: (uid: string, changes: UserChanges, options?: AsApp) => ApiPromise<User>;
    /** Deletes a user: `permanent` for good, else as `deactivate`. */
    delete: (uid: string, how?: {
        readonly permanent?: boolean;
    }, options?: AsApp) => ApiPromise<DeletedUser>;
    /**
     * Deactivates users; their data stays, and they can be reactivated. One uid that does not exist rejects; of a list,
     * `notFound` names it.
     */
    deactivate: (uids: string | readonly string[], options?: AsApp) => ApiPromise<Deactivation>;
    /** Reactivates deactivated users. */
    reactivate: (uids: readonly string[], options?: AsApp) => ApiPromise<Reactivation>;
    /** @deprecated Use `deactivate`. */
    deactivateMany: (uids: readonly string[], options?: AsApp) => ApiPromise<Deactivation>;
    /** @deprecated Use `reactivate`. */
    reactivateMany: (uids: readonly string[], options?: AsApp) => ApiPromise<Reactivation>;
    /** @deprecated Use `delete` with `{ permanent: true }`. */
    deletePermanently: (uid: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
