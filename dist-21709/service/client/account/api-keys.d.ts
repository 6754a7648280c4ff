import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodObject<{
    apiKey: z.ZodString;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    scope: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A key of the app. `apiKey` is secret; it is in plain text, as the service sends it.
 * @useDeclaredType
 */
export type ApiKey = Readonly<z.output<typeof shape>>;
export type ApiKeyScope = 'fullAccess' | 'authOnly';
export type ApiKeyFields = {
    readonly name: string;
    /** A key of the scope `authOnly` can only create users and auth tokens. */
    readonly scope: ApiKeyScope;
};
/** Keys of the app; at most 25. A key may not change or delete itself. */
export declare const apiKeys: (call: Caller) => {
    /** Creates a key. Never retried automatically; if the response is lost, the key may exist. */
    create: (key: ApiKeyFields, options?: AsApp) => ApiPromise<ApiKey>;
    list: (query?: PageQuery & {
        readonly scope?: ApiKeyScope;
        readonly searchKey?: string;
    }, options?: AsApp) => Listing<ApiKey>;
    get: (apiKey: string, options?: AsApp) => ApiPromise<ApiKey>;
    update: (apiKey: string, changes: Partial<ApiKeyFields>, options?: AsApp) => ApiPromise<ApiKey>;
    delete: (apiKey: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
