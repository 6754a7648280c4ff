import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, maybe, object, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = fields({
  uid: maybe(string),
  authToken: string,
  createdAt: maybe(epoch),
  platform: maybe(string),
  userAgent: maybe(string),
  appInfo: maybe(object),
});

/**
 * A token with which a client logs in as one user. It does not expire. The newest 100 tokens of a user are valid.
 * @useDeclaredType
 */
export type AuthToken = Readonly<ShapeOf<typeof shape>>;

const row = { shape, idOf: ({ authToken }: AuthToken): string => authToken };

/** The platform and device of a token. */
export type AuthTokenScope = {
  readonly platform?: string;
  readonly userAgent?: string;
  readonly appInfo?: Readonly<Record<string, unknown>>;
};

/** Auth tokens of users. */
export const authTokens = (call: Caller) => ({
  /**
   * Creates a token; `force` always creates a new one. Never retried automatically; if the response is lost, the token
   * may exist.
   */
  create: (uid: string, body: { readonly force?: boolean } = {}, options?: AsApp): ApiPromise<AuthToken> =>
    call.data(endpoints.createAuthToken, shape, { params: { uid }, body }, options),

  list: (uid: string, query: PageQuery = {}, options?: AsApp): Listing<AuthToken> =>
    pagedList(call, endpoints.listAuthTokens, { ...row, params: { uid }, query, options }),

  get: (uid: string, authToken: string, options?: AsApp): ApiPromise<AuthToken> =>
    call.data(endpoints.getAuthToken, shape, { params: { uid, authToken } }, options),

  /** Sets the platform and device of a token. */
  update: (uid: string, authToken: string, body: AuthTokenScope, options?: AsApp): ApiPromise<AuthToken> =>
    call.data(endpoints.updateAuthToken, shape, { params: { uid, authToken }, body }, options),

  delete: (uid: string, authToken: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteAuthToken, { params: { uid, authToken } }, options),

  /** Invalidates all tokens of a user. */
  flush: (uid: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.flushAuthTokens, { params: { uid } }, options),
});
