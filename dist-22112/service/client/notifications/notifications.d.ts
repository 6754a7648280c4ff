import { z } from 'zod';
import type { Query } from '../../api/endpoint.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller } from '../caller.ts';
declare const settingsShape: z.ZodObject<{
    preferences: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>, z.ZodArray<z.ZodUnknown>]>>, z.ZodTransform<NonNullable<unknown[] | Record<string, unknown>> | undefined, unknown[] | Record<string, unknown> | null>>>;
    sound: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>, z.ZodArray<z.ZodUnknown>]>>, z.ZodTransform<NonNullable<unknown[] | Record<string, unknown>> | undefined, unknown[] | Record<string, unknown> | null>>>;
    templates: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodPreprocess<z.ZodCustom<Record<string, unknown>, Record<string, unknown>>, unknown>, z.ZodArray<z.ZodUnknown>]>>, z.ZodTransform<NonNullable<unknown[] | Record<string, unknown>> | undefined, unknown[] | Record<string, unknown> | null>>>;
}, z.core.$loose>;
/**
 * The notification settings of an app, or those that apply to a user. Unknown properties are kept.
 * @useDeclaredType
 */
export type NotificationSettings = Readonly<z.output<typeof settingsShape>>;
export type SettingChanges = {
    readonly preferences?: Readonly<Record<string, unknown>>;
    readonly sound?: Readonly<Record<string, unknown>>;
    readonly templates?: Readonly<Record<string, unknown>>;
};
/** 1: none; 2: all; 3: only mentions. For reactions 2 means those to the user's own messages, and 3 all. */
type Choice = 1 | 2 | 3;
export type PreferenceChanges = {
    /** Choices by name: `groupMessages`, `groupReplies`, `groupReactions`, `groupMemberLeft`, … */
    readonly groupPreferences?: Readonly<Record<string, Choice>>;
    /** Choices by name: `oneOnOneMessages`, `oneOnOneReplies`, `oneOnOneQuotedReplies`, `oneOnOneReactions`. */
    readonly oneOnOnePreferences?: Readonly<Record<string, Choice>>;
    readonly mutePreferences?: {
        /** 1: off; 2: on. */
        readonly dnd?: 1 | 2;
        /** Times such as 930 (9:30) and 1745 (17:45), by day. */
        readonly schedule?: Readonly<Record<string, {
            readonly from: number;
            readonly to: number;
            readonly dnd: boolean;
        }>>;
    };
    readonly usePrivacyTemplate?: boolean;
};
/** A conversation: the uid of the other user, or a guid. */
export type NotifiedConversation = {
    readonly id: string;
    readonly type: 'oneOnOne' | 'group';
};
declare const mutedShape: z.ZodObject<{
    id: z.ZodUnion<readonly [z.ZodString, z.ZodPipe<z.ZodNumber, z.ZodTransform<string, number>>]>;
    type: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    until: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodUnion<readonly [z.ZodNumber, z.ZodPipe<z.ZodString, z.ZodTransform<number, string>>]>>, z.ZodTransform<number | undefined, number | null>>>;
}, z.core.$loose>;
/**
 * A muted conversation. `until` is in milliseconds since 1970. Unknown properties are kept.
 * @useDeclaredType
 */
export type MutedConversation = Readonly<z.output<typeof mutedShape>>;
declare const contactShape: z.ZodObject<{
    email: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
    phno: z.ZodOptional<z.ZodPipe<z.ZodNullable<z.ZodString>, z.ZodTransform<string | undefined, string | null>>>;
}, z.core.$loose>;
/**
 * The e-mail address and phone number to which a user's notifications are sent.
 * @useDeclaredType
 */
export type ContactDetails = Readonly<z.output<typeof contactShape>>;
/** Settings, choices of users, push tokens, providers and the log of notifications. */
export declare const notifications: (call: Caller) => {
    settings: {
        get: (options?: AsApp) => ApiPromise<NotificationSettings>;
        /** Changes the given parts. All others keep their values. */
        update: (changes: SettingChanges, options?: AsApp) => ApiPromise<Acknowledgement>;
        reset: (options?: AsApp) => ApiPromise<Acknowledgement>;
    };
    preferences: {
        get: (uid: string, options?: AsApp) => ApiPromise<NotificationSettings>;
        update: (uid: string, changes: PreferenceChanges, options?: AsApp) => ApiPromise<NotificationSettings>;
        /** Removes the choices of a user. The response has the field names of PreferenceChanges. */
        reset: (uid: string, options?: AsApp) => ApiPromise<Readonly<Record<string, unknown>>>;
        getTimezone: (uid: string, options?: AsApp) => ApiPromise<string>;
        /** Sets a user's time zone: a name of the time zone database, such as `Asia/Tokyo`. */
        setTimezone: (uid: string, timezone: string, options?: AsApp) => ApiPromise<string>;
    };
    mutes: {
        list: (uid: string, options?: AsApp) => ApiPromise<readonly MutedConversation[]>;
        /** Mutes conversations. `until` is a time in the future, in milliseconds since 1970. */
        add: (uid: string, conversations: readonly (NotifiedConversation & {
            readonly until: number;
        })[], options?: AsApp) => ApiPromise<Acknowledgement>;
        remove: (uid: string, conversations: readonly NotifiedConversation[], options?: AsApp) => ApiPromise<Acknowledgement>;
    };
    contact: {
        get: (options: Acting) => ApiPromise<ContactDetails>;
        update: (details: {
            readonly email?: string;
            readonly phno?: string;
        }, options: Acting) => ApiPromise<ContactDetails>;
        remove: (options: Acting) => ApiPromise<Acknowledgement>;
    };
    tokens: {
        register: (token: import("./push-tokens.ts").NewPushToken, options?: AsApp) => ApiPromise<Acknowledgement>;
        list: (authToken: string, query?: {
            readonly all?: boolean;
        }, options?: AsApp) => ApiPromise<readonly import("./push-tokens.ts").PushToken[]>;
        removeAll: (authToken: string, query?: {
            readonly all?: boolean;
        }, options?: AsApp) => ApiPromise<readonly import("./push-tokens.ts").PushToken[]>;
        remove: (pushToken: string, authToken: string, options?: AsApp) => ApiPromise<readonly import("./push-tokens.ts").PushToken[]>;
    };
    push: {
        fcm: {
            list: (options?: AsApp) => ApiPromise<readonly import("./providers.ts").Provider[]>;
            add: (provider: import("./providers.ts").FcmProvider, options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
            update: (provider: Partial<import("./providers.ts").FcmProvider> & {
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
            setDefault: (providerId: string, options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
        apns: {
            list: (options?: AsApp) => ApiPromise<readonly import("./providers.ts").Provider[]>;
            add: (provider: import("./providers.ts").ApnsProvider, options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
            update: (provider: Partial<import("./providers.ts").ApnsProvider> & {
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
            setDefault: (providerId: string, options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
        custom: {
            get: (options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            add: (provider: import("./providers.ts").CustomProvider, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            update: (provider: import("./providers.ts").CustomProvider, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            remove: (options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
    };
    sms: {
        twilio: {
            get: (options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            add: (provider: import("./providers.ts").TwilioProvider, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            update: (provider: import("./providers.ts").TwilioProvider, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            remove: (options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
        custom: {
            get: (options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            add: (provider: import("./providers.ts").CustomProvider & {
                readonly useStoredPhNo: boolean;
            }, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            update: (provider: import("./providers.ts").CustomProvider & {
                readonly useStoredPhNo: boolean;
            }, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            remove: (options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
    };
    email: {
        sendGrid: {
            get: (options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            add: (provider: import("./providers.ts").SendGridProvider, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            update: (provider: import("./providers.ts").SendGridProvider, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            remove: (options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
        custom: {
            get: (options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            add: (provider: import("./providers.ts").CustomProvider & {
                readonly useStoredEmailID: boolean;
            }, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            update: (provider: import("./providers.ts").CustomProvider & {
                readonly useStoredEmailID: boolean;
            }, options?: AsApp) => ApiPromise<import("./providers.ts").Provider>;
            remove: (options?: AsApp) => ApiPromise<Readonly<{
                [x: string]: unknown;
                success?: boolean | undefined;
                message?: string | undefined;
            }>>;
        };
    };
    /** Gets one page of the notification log, newest first. Add `next` to the query to get the next page. */
    logs: (query?: Query, options?: AsApp) => ApiPromise<LogPage>;
};
export type LogPage = {
    readonly rows: readonly Readonly<Record<string, unknown>>[];
    /** Undefined on the last page. */
    readonly next: Readonly<Record<string, unknown>> | undefined;
};
export {};
