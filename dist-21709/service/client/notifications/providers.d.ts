import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
/** A provider as the service sends it, including its secrets. */
export type Provider = Readonly<Record<string, unknown>>;
/** A provider of Firebase Cloud Messaging. */
export type FcmProvider = {
    readonly providerId: string;
    readonly serviceAccountFilename?: string;
    readonly serviceAccountCreds?: {
        readonly project_id: string;
        readonly client_email: string;
        readonly private_key: string;
        readonly private_key_id: string;
    };
    readonly notificationInPayload?: Readonly<Record<string, {
        readonly chat?: boolean;
        readonly call?: boolean;
    }>>;
};
/** A provider of the Apple Push Notification service. */
export type ApnsProvider = {
    readonly providerId: string;
    readonly keyId?: string;
    readonly teamId?: string;
    readonly bundleId?: string;
    readonly p8KeyFilename?: string;
    readonly p8Key?: string;
    readonly includeContentAvailable?: boolean;
    readonly includeMutableContent?: boolean;
    readonly productionMode?: boolean;
};
/** A webhook of your own that replaces a provider. */
export type CustomProvider = {
    readonly isEnabled: boolean;
    readonly webhookURL: string;
    readonly useBasicAuth: boolean;
    readonly basicAuthUsername?: string;
    readonly basicAuthPassword?: string;
};
export type TwilioProvider = {
    readonly twilioAccountSID: string;
    readonly twilioAuthToken: string;
    readonly twilioSenderPhoneNumber: string;
    readonly isEnabled?: boolean;
};
export type SendGridProvider = {
    readonly sendGridApiKey: string;
    readonly sendGridTemplateID: string;
    readonly sendGridUnsubscribeGroupID: string;
    readonly senderName: string;
    readonly senderEmail: string;
    readonly allowEmailReplies: boolean;
    readonly senderEmailForReplies?: string;
    readonly isEnabled?: boolean;
};
/** Providers of pushes. */
export declare const pushProviders: (call: Caller) => {
    fcm: {
        list: (options?: AsApp) => ApiPromise<readonly Provider[]>;
        add: (provider: FcmProvider, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        /** Changes the given fields of the provider with this `providerId`. */
        update: (provider: Partial<FcmProvider> & {
            readonly providerId: string;
        }, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        remove: (providerId: string, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        /** Makes this provider the default for push tokens that name no provider. */
        setDefault: (providerId: string, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
    apns: {
        list: (options?: AsApp) => ApiPromise<readonly Provider[]>;
        add: (provider: ApnsProvider, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        /** Changes the given fields of the provider with this `providerId`. */
        update: (provider: Partial<ApnsProvider> & {
            readonly providerId: string;
        }, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        remove: (providerId: string, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
        /** Makes this provider the default for push tokens that name no provider. */
        setDefault: (providerId: string, options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
    custom: {
        get: (options?: AsApp) => ApiPromise<Provider>;
        add: (provider: CustomProvider, options?: AsApp) => ApiPromise<Provider>;
        update: (provider: CustomProvider, options?: AsApp) => ApiPromise<Provider>;
        remove: (options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
};
/** Providers of text messages. */
export declare const smsProviders: (call: Caller) => {
    twilio: {
        get: (options?: AsApp) => ApiPromise<Provider>;
        add: (provider: TwilioProvider, options?: AsApp) => ApiPromise<Provider>;
        update: (provider: TwilioProvider, options?: AsApp) => ApiPromise<Provider>;
        remove: (options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
    custom: {
        get: (options?: AsApp) => ApiPromise<Provider>;
        add: (provider: CustomProvider & {
            readonly useStoredPhNo: boolean;
        }, options?: AsApp) => ApiPromise<Provider>;
        update: (provider: CustomProvider & {
            readonly useStoredPhNo: boolean;
        }, options?: AsApp) => ApiPromise<Provider>;
        remove: (options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
};
/** Providers of e-mails. */
export declare const emailProviders: (call: Caller) => {
    sendGrid: {
        get: (options?: AsApp) => ApiPromise<Provider>;
        add: (provider: SendGridProvider, options?: AsApp) => ApiPromise<Provider>;
        update: (provider: SendGridProvider, options?: AsApp) => ApiPromise<Provider>;
        remove: (options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
    custom: {
        get: (options?: AsApp) => ApiPromise<Provider>;
        add: (provider: CustomProvider & {
            readonly useStoredEmailID: boolean;
        }, options?: AsApp) => ApiPromise<Provider>;
        update: (provider: CustomProvider & {
            readonly useStoredEmailID: boolean;
        }, options?: AsApp) => ApiPromise<Provider>;
        remove: (options?: AsApp) => ApiPromise<Readonly<{
            [x: string]: unknown;
            success?: boolean | undefined;
            message?: string | undefined;
        }>>;
    };
};
