import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { arrayOf, fields, object, reshaped } from '../field.ts';

/** A provider as the service sends it, including its secrets. */
export type Provider = Readonly<Record<string, unknown>>;

const listShape = reshaped(
  fields({ pushProviders: arrayOf(object) }),
  ({ pushProviders }): readonly Provider[] => pushProviders,
);

/** Providers that are found by their id. */
const keyed = <T extends { readonly providerId: string }>(call: Caller, kind: 'Fcm' | 'Apns') => ({
  list: (options?: AsApp): ApiPromise<readonly Provider[]> =>
    call.data(endpoints[`get${kind}Providers`], listShape, {}, options),

  add: (provider: T, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`add${kind}Provider`], { body: provider }, options),

  /** Changes the given fields of the provider with this `providerId`. */
  update: (
    provider: Partial<T> & { readonly providerId: string },
    options?: AsApp,
  ): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`update${kind}Provider`], { body: provider }, options),

  remove: (providerId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`remove${kind}Provider`], { params: { providerId } }, options),

  /** Makes this provider the default for push tokens that name no provider. */
  setDefault: (providerId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`setDefault${kind}Provider`], { params: { providerId } }, options),
});

type SingleKind = 'CustomPush' | 'CustomSms' | 'CustomEmail' | 'Twilio' | 'SendGrid';

/** A provider of which an app has at most one; the forms of its answers differ, so they are returned unchanged. */
const single = <T>(call: Caller, kind: SingleKind) => ({
  get: (options?: AsApp): ApiPromise<Provider> =>
    call.data(endpoints[`get${kind}Provider`], object, {}, options),

  add: (provider: T, options?: AsApp): ApiPromise<Provider> =>
    call.data(endpoints[`add${kind}Provider`], object, { body: provider }, options),

  update: (provider: T, options?: AsApp): ApiPromise<Provider> =>
    call.data(endpoints[`update${kind}Provider`], object, { body: provider }, options),

  remove: (options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`remove${kind}Provider`], {}, options),
});

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
  readonly notificationInPayload?: Readonly<
    Record<string, { readonly chat?: boolean; readonly call?: boolean }>
  >;
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
export const pushProviders = (call: Caller) => ({
  fcm: keyed<FcmProvider>(call, 'Fcm'),
  apns: keyed<ApnsProvider>(call, 'Apns'),
  custom: single<CustomProvider>(call, 'CustomPush'),
});

/** Providers of text messages. */
export const smsProviders = (call: Caller) => ({
  twilio: single<TwilioProvider>(call, 'Twilio'),
  custom: single<CustomProvider & { readonly useStoredPhNo: boolean }>(call, 'CustomSms'),
});

/** Providers of e-mails. */
export const emailProviders = (call: Caller) => ({
  sendGrid: single<SendGridProvider>(call, 'SendGrid'),
  custom: single<CustomProvider & { readonly useStoredEmailID: boolean }>(call, 'CustomEmail'),
});
