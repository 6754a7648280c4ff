import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodPipe<z.ZodObject<{
    id: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    appId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>>, z.ZodTransform<string | undefined, string | null>>>;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    plan: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    state: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    region: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    trialEndsAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    appOwner: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    appRegion: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    apiKeys: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>, z.ZodTransform<{
    name?: string | undefined;
    plan?: string | undefined;
    state?: string | undefined;
    region?: string | undefined;
    createdAt?: number | undefined;
    trialEndsAt?: number | undefined;
    appOwner?: Record<string, unknown> | undefined;
    appRegion?: Record<string, unknown> | undefined;
    apiKeys?: Record<string, unknown> | undefined;
    id: string | undefined;
    appId: string | undefined;
}, {
    [x: string]: unknown;
    id?: string | undefined;
    appId?: string | undefined;
    name?: string | undefined;
    plan?: string | undefined;
    state?: string | undefined;
    region?: string | undefined;
    createdAt?: number | undefined;
    trialEndsAt?: number | undefined;
    appOwner?: Record<string, unknown> | undefined;
    appRegion?: Record<string, unknown> | undefined;
    apiKeys?: Record<string, unknown> | undefined;
}>>;
/**
 * An app of the account. `apiKeys` contains its keys in plain text, as the service sends them.
 * @useDeclaredType
 */
export type AppRecord = Readonly<z.output<typeof shape>>;
export type NewApp = {
    readonly name: string;
    readonly region: 'us' | 'eu' | 'in';
    readonly version?: '3';
    /** Creates the app without the service's sample users and groups. */
    readonly skipSampleData?: boolean;
};
declare const deletion: z.ZodObject<{
    success: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    scheduledToDeleteAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/** Apps of the account. */
export declare const apps: (call: Caller) => {
    /** Creates an app. Never retried automatically; if the response is lost, the app may exist. */
    create: (app: NewApp, options?: AsApp) => ApiPromise<AppRecord>;
    list: (query?: PageQuery & {
        readonly searchKey?: string;
    }, options?: AsApp) => Listing<AppRecord>;
    /** Deletes an app and all its data, at the time that the response states. */
    delete: (appId: string, options?: AsApp) => ApiPromise<Readonly<z.output<typeof deletion>>>;
    /** Requests a usage report, which the service sends by e-mail. `appId` is the parent app. */
    requestUsage: (appId: string, request?: {
        readonly usePreviousBillingCycle?: boolean;
    }, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
