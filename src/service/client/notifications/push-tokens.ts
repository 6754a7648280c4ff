import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { arrayOf, fields, maybe, reshaped, type ShapeOf, string } from '../field.ts';

const shape = fields({
  pushToken: string,
  authToken: maybe(string),
  platform: maybe(string),
  providerId: maybe(string),
  uid: maybe(string),
  /** ISO 8601. */
  createdAt: maybe(string),
  updatedAt: maybe(string),
});

/**
 * A push token of a device. Unknown properties are kept.
 * @useDeclaredType
 */
export type PushToken = Readonly<ShapeOf<typeof shape>>;

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

const tokens = reshaped(fields({ pushTokens: arrayOf(shape) }), ({ pushTokens }) => pushTokens);

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
