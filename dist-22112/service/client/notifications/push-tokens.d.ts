import { z } from 'zod';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
declare const shape: z.ZodObject<{
    pushToken: z.ZodString;
    authToken: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    platform: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    providerId: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    uid: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    createdAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    updatedAt: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * A push token of a device. Unknown properties are kept.
 * @useDeclaredType
 */
export type PushToken = Readonly<z.output<typeof shape>>;
export type NewPushToken = {
    /** A platform such as `fcm_android`, `fcm_flutter_ios`, `apns_ios_device` or `apns_ios_voip`. */
    readonly platform: string;
    /** Auth token of the user to whom the push token belongs. */
    readonly authToken: string;
    readonly providerId?: string;
    readonly timezone?: string;
    readonly fcmToken?: string;
    readonly deviceToken?: string;
    readonly voipToken?: string;
};
/** Tokens of devices, named by the auth token of their user. */
export declare const pushTokens: (call: Caller) => {
    register: (token: NewPushToken, options?: AsApp) => ApiPromise<Acknowledgement>;
    /** Gets the push tokens of an auth token; with `all`, those of its user. */
    list: (authToken: string, query?: {
        readonly all?: boolean;
    }, options?: AsApp) => ApiPromise<readonly PushToken[]>;
    /** Removes the push tokens of an auth token; with `all`, those of its user. Resolves to the removed tokens. */
    removeAll: (authToken: string, query?: {
        readonly all?: boolean;
    }, options?: AsApp) => ApiPromise<readonly PushToken[]>;
    remove: (pushToken: string, authToken: string, options?: AsApp) => ApiPromise<readonly PushToken[]>;
};
export {};
