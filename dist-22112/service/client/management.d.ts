import type { Secret } from '../transport/secret.ts';
import type { Answer } from './answer.ts';
import type { ApiPromise } from './api-promise.ts';
import type { CallOptions } from './caller.ts';
import { Client, type ClientOptions } from './open-client.ts';
import { type AnyCall } from './request.ts';
export type ManagementOptions = ClientOptions & ({
    readonly managementHost: string;
} | {
    readonly managementUrl: string;
}) & {
    readonly key: string | Secret;
    readonly secret: string | Secret;
};
/**
 * A client of the management calls of an account. These calls have an address of their own, and the headers `key` and
 * `secret` instead of `apikey`.
 */
export declare class Management extends Client {
    #private;
    readonly apps: {
        create: (app: import("./account/apps.ts").NewApp, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/apps.ts").AppRecord>;
        list: (query?: import("./list-calls.ts").PageQuery & {
            readonly searchKey?: string;
        }, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/apps.ts").AppRecord>;
        delete: (appId: string, options?: import("./caller.ts").AsApp) => ApiPromise<Readonly<import("zod").output<import("zod").ZodObject<{
            success: import("zod").ZodOptional<import("zod").ZodPipe<import("zod").ZodNullable<import("zod").ZodUnion<readonly [import("zod").ZodBoolean, import("zod").ZodPipe<import("zod").ZodLiteral<0 | 1>, import("zod").ZodTransform<boolean, 0 | 1>>]>>, import("zod").ZodTransform<boolean | undefined, boolean | null>>>;
            scheduledToDeleteAt: import("zod").ZodOptional<import("zod").ZodPipe<import("zod").ZodNullable<import("zod").ZodUnion<readonly [import("zod").ZodNumber, import("zod").ZodPipe<import("zod").ZodString, import("zod").ZodTransform<number, string>>]>>, import("zod").ZodTransform<number | undefined, number | null>>>;
        }, import("zod/v4/core").$loose>>>>;
        requestUsage: (appId: string, request?: {
            readonly usePreviousBillingCycle?: boolean;
        }, options?: import("./caller.ts").AsApp) => ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly webhooks: {
        create: (appId: string, webhook: import("./account/webhooks.ts").NewWebhook, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/webhooks.ts").Webhook>;
        list: (appId: string, query?: import("./list-calls.ts").PageQuery & {
            readonly searchKey?: string;
        }, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/webhooks.ts").Webhook>;
        get: (appId: string, webhookId: string, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/webhooks.ts").Webhook>;
        update: (appId: string, webhookId: string, changes: Partial<import("./account/webhooks.ts").WebhookFields>, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/webhooks.ts").Webhook>;
        delete: (appId: string, webhookId: string, options?: import("./caller.ts").AsApp) => ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly triggers: {
        add: (appId: string, webhookId: string, triggerIds: readonly string[], options?: import("./caller.ts").AsApp) => ApiPromise<import("./row-result.ts").RowResults>;
        list: (appId: string, webhookId: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/triggers.ts").Trigger>;
        remove: (appId: string, webhookId: string, triggerIds: readonly string[], options?: import("./caller.ts").AsApp) => ApiPromise<import("./acknowledgement.ts").Acknowledgement>;
    };
    readonly extensions: {
        change: (appId: string, change: {
            readonly enabled?: readonly string[];
            readonly disabled?: readonly string[];
        }, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/extensions.ts").ExtensionResults>;
        list: (appId: string, query?: import("./list-calls.ts").PageQuery, options?: import("./caller.ts").AsApp) => import("./listing.ts").Listing<import("./account/extensions.ts").Extension>;
        getSettings: (appId: string, extension: string, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/extensions.ts").ExtensionAnswer>;
        storeSettings: (appId: string, extension: string, all: import("./account/extensions.ts").ExtensionSettings, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/extensions.ts").ExtensionAnswer>;
        updateSettings: (appId: string, extension: string, changes: import("./account/extensions.ts").ExtensionSettings, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/extensions.ts").ExtensionAnswer>;
        deleteSettings: (appId: string, extension: string, options?: import("./caller.ts").AsApp) => ApiPromise<import("./account/extensions.ts").ExtensionAnswer>;
    };
    /**
     * Opens a client. Sends nothing.
     * @throws ServiceError `OPTIONS.INVALID` if an option is invalid
     */
    constructor(options: ManagementOptions);
    /** Makes a management call for which the client has no method. */
    readonly request: (call: AnyCall, options?: CallOptions) => ApiPromise<Answer<unknown>>;
}
/** Opens a client, as `new Management(options)` does. */
export declare const management: (options: ManagementOptions) => Management;
