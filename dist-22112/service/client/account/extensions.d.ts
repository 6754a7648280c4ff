import { z } from 'zod';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const shape: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    tagLine: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    description: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    author: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    isActive: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
declare const results: z.ZodObject<{
    enabled: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
    disabled: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>;
declare const settings: z.ZodObject<{
    statusCode: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    success: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodBoolean, z.ZodPipe<z.ZodLiteral<0 | 1>, z.ZodTransform<boolean, 0 | 1>>]>>, z.ZodTransform<boolean | undefined, boolean | null>>>;
    responseTime: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    body: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>>, z.ZodTransform<Record<string, unknown> | undefined, Record<string, unknown> | null>>>;
}, z.core.$loose>;
/**
 * An extension of an app.
 * @useDeclaredType
 */
export type Extension = Readonly<z.output<typeof shape>>;
/**
 * The result for each extension, by its id, in `enabled` and `disabled`.
 * @useDeclaredType
 */
export type ExtensionResults = Readonly<z.output<typeof results>>;
/**
 * The response of an extension. Its settings are in `body.data.settings`.
 * @useDeclaredType
 */
export type ExtensionAnswer = Readonly<z.output<typeof settings>>;
/** Settings of an extension. Each extension defines its own. */
export type ExtensionSettings = Readonly<Record<string, unknown>>;
/** Extensions of an app, and their settings. */
export declare const extensions: (call: Caller) => {
    /** Enables and disables extensions. */
    change: (appId: string, change: {
        readonly enabled?: readonly string[];
        readonly disabled?: readonly string[];
    }, options?: AsApp) => ApiPromise<ExtensionResults>;
    list: (appId: string, query?: PageQuery, options?: AsApp) => Listing<Extension>;
    getSettings: (appId: string, extension: string, options?: AsApp) => ApiPromise<ExtensionAnswer>;
    storeSettings: (appId: string, extension: string, all: ExtensionSettings, options?: AsApp) => ApiPromise<ExtensionAnswer>;
    updateSettings: (appId: string, extension: string, changes: ExtensionSettings, options?: AsApp) => ApiPromise<ExtensionAnswer>;
    deleteSettings: (appId: string, extension: string, options?: AsApp) => ApiPromise<ExtensionAnswer>;
};
export {};
