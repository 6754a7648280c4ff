import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodObject<{
    uid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    authToken: z.ZodString;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    platform: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    userAgent: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    appInfo: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>;
/**
 * A token with which a client logs in as one user. It does not expire. The newest 100 tokens of a user are valid.
 * @useDeclaredType
 */
export type AuthToken = Readonly<z.output<typeof shape>>;
/** The platform and device of a token. */
export type AuthTokenScope = {
    readonly platform?: string;
    readonly userAgent?: string;
    readonly appInfo?: Readonly<Record<string, unknown>>;
};
/** Auth tokens of users. */
export declare const authTokens: (call: Caller) => {
    /**
     * Creates a token; `force` always creates a new one. Never retried automatically; if the response is lost, the token
     * may exist.
     */
    create: (uid: string, body?: {
        readonly force?: boolean;
    }, options?: AsApp) => ApiPromise<AuthToken>;
    list: (uid: string, query?: PageQuery, options?: AsApp) => Listing<AuthToken>;
    get: (uid: string, authToken: string, options?: AsApp) => ApiPromise<AuthToken>;
    /** Sets the platform and device of a token. */
    update: (uid: string, authToken: string, body: AuthTokenScope, options?: AsApp) => ApiPromise<AuthToken>;
    delete: (uid: string, authToken: string, options?: AsApp) => ApiPromise<Acknowledgement>;
    /** Invalidates all tokens of a user. */
    flush: (uid: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
