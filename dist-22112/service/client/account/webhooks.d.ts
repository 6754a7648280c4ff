import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { type PageQuery } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
declare const record: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    name: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    webhookURL: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A webhook of an app. The service never returns its user name and password.
 * @useDeclaredType
 */
export type Webhook = Readonly<z.output<typeof record>>;
export type WebhookFields = {
    /** At most 50 characters. */
    readonly name: string;
    /** An https address of at most 255 characters. */
    readonly webhookURL: string;
    readonly useBasicAuth?: boolean;
    /** At most 50 characters. */
    readonly username?: string;
    /** At most 100 characters. */
    readonly password?: string;
    readonly enabled?: boolean;
    /**
     * Repeats a failed delivery twice, after 10 s and 30 s.
     * @default false
     */
    readonly retryOnFailure?: boolean;
};
export type NewWebhook = WebhookFields & {
    readonly id: string;
};
/** Webhooks of an app, at most 25. One without triggers is told nothing. */
export declare const webhooks: (call: Caller) => {
    create: (appId: string, webhook: NewWebhook, options?: AsApp) => ApiPromise<Webhook>;
    list: (appId: string, query?: PageQuery & {
        readonly searchKey?: string;
    }, options?: AsApp) => Listing<Webhook>;
    get: (appId: string, webhookId: string, options?: AsApp) => ApiPromise<Webhook>;
    /** Changes the given fields. */
    update: (appId: string, webhookId: string, changes: Partial<WebhookFields>, options?: AsApp) => ApiPromise<Webhook>;
    delete: (appId: string, webhookId: string, options?: AsApp) => ApiPromise<Acknowledgement>;
};
export {};
