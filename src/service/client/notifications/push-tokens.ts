import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { maybe } from '../field.ts';

const shape = z.looseObject({
  pushToken: z.string(),
  authToken: maybe(z.string()),
  platform: maybe(z.string()),
  providerId: maybe(z.string()),
  uid: maybe(z.string()),
  /** ISO 8601. */
  createdAt: maybe(z.string()),
  updatedAt: maybe(z.string()),
});

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

const tokens = z.looseObject({ pushTokens: z.array(shape) }).transform(({ pushTokens }) => pushTokens);

/** Tokens of devices, named by the auth token of their user. */
export const pushTokens = (call: Caller) => ({
  register: (token: NewPushToken, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.registerPushToken, { body: token }, options),

  /** Gets the push tokens of an auth token; with `all`, those of its user. */
  list: (
    authToken: string,
    query: { readonly all?: boolean } = {},
    options?: AsApp,
  ): ApiPromise<readonly PushToken[]> =>
    call.data(
      endpoints.getPushTokens,
      tokens,
      { given: { authToken, query }, query: { ...query, authToken } },
      options,
    ),

  /** Removes the push tokens of an auth token; with `all`, those of its user. Resolves to the removed tokens. */
  removeAll: (
    authToken: string,
    query: { readonly all?: boolean } = {},
    options?: AsApp,
  ): ApiPromise<readonly PushToken[]> =>
    call.data(endpoints.removePushTokens, tokens, { query, args: { authToken } }, options),

  remove: (pushToken: string, authToken: string, options?: AsApp): ApiPromise<readonly PushToken[]> =>
    call.data(endpoints.removePushToken, tokens, { params: { pushToken }, args: { authToken } }, options),
});
