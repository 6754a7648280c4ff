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
 * A user. Times are seconds since 1970. Fields without a value are absent. Unknown properties are kept.
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
/** The fields of a user. The service converts the uid to lower case. */
type UserFields = {
    readonly name?: string;
    readonly avatar?: string;
    readonly link?: string;
    readonly role?: string;
    readonly statusMessage?: string;
    /** Other users cannot see anything below `@private`. */
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
    /** Text at the beginning of the uid or name. */
    readonly searchKey?: string;
    readonly searchIn?: readonly ('uid' | 'name')[];
    readonly status?: 'available' | 'offline';
    readonly role?: string;
    readonly roles?: readonly string[];
    readonly tags?: readonly string[];
    /** Includes the tags in the response. */
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
 * The users that were deactivated, those that already were, and those that do not exist.
 * @useDeclaredType
 */
export type Deactivation = Readonly<z.output<typeof deactivationShape>>;
/** The result of deleting a user: an acknowledgement if deleted permanently, otherwise a deactivation. */
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
 * The users that were reactivated, those that were active, and those that do not exist.
 * @useDeclaredType
 */
export type Reactivation = Readonly<z.output<typeof reactivationShape>>;
/** Users of the app. */
export declare const users: (call: Caller) => {
    /** Creates a user. Rejects with `ERR_UID_ALREADY_EXISTS` if the uid exists. */
    create: (user: NewUser, options?: AsApp) => ApiPromise<User>;
    /** Lists every user that matches the query. */
    list: (query?: UserQuery, options?: MayAct) => Listing<User>;
    /** Gets one user. Rejects with `ERR_UID_NOT_FOUND` if the user is deactivated. */
    get: (uid: string, options?: MayAct) => ApiPromise<User>;
    /** Changes the given fields and removes the fields named in `unset`. All others keep their values. */
    update: (uid: string, changes: UserChanges, options?: AsApp) => ApiPromise<User>;
    /** Deletes a user permanently if `permanent` is set; otherwise deactivates the user. */
    delete: (uid: string, how?: {
        readonly permanent?: boolean;
    }, options?: AsApp) => ApiPromise<DeletedUser>;
    /**
     * Deactivates users. Their data is kept, and they can be reactivated. With a single uid, the call rejects if the
     * user does not exist; with a list, `notFound` names such users.
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
