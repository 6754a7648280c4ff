import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller, MayAct } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodObject<{
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
    scope: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    isBanned: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    joinedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A user who is banned from a group.
 * @useDeclaredType
 */
export type BannedUser = Readonly<z.output<typeof shape>>;
/** Users who are banned from groups. */
export declare const bannedUsers: (call: Caller) => {
    /** Removes a user from a group, until the user is unbanned. */
    ban: (guid: string, uid: string, options?: MayAct) => ApiPromise<Acknowledgement>;
    unban: (guid: string, uid: string, options?: MayAct) => ApiPromise<Acknowledgement>;
    list: (guid: string, query?: PageQuery, options?: AsApp) => Listing<BannedUser>;
};
export {};
