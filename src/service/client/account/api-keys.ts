import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, maybe, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = fields({
  apiKey: string,
  name: maybe(string),
  scope: maybe(string),
  createdAt: maybe(epoch),
});

/**
 * A key of the app. `apiKey` is secret; it is in plain text, as the service sends it.
 * @useDeclaredType
 */
export type ApiKey = Readonly<ShapeOf<typeof shape>>;
export type ApiKeyScope = 'fullAccess' | 'authOnly';

export type ApiKeyFields = {
  readonly name: string;
  /** A key of the scope `authOnly` can only create users and auth tokens. */
  readonly scope: ApiKeyScope;
};

/** Keys of the app; at most 25. A key may not change or delete itself. */
export const apiKeys = (call: Caller) => ({
  /** Creates a key. Never retried automatically; if the response is lost, the key may exist. */
  create: (key: ApiKeyFields, options?: AsApp): ApiPromise<ApiKey> =>
    call.data(endpoints.createApiKey, shape, { body: key }, options),

  list: (
    query: PageQuery & { readonly scope?: ApiKeyScope; readonly searchKey?: string } = {},
    options?: AsApp,
  ): Listing<ApiKey> =>
    pagedList(call, endpoints.listApiKeys, { shape, idOf: ({ apiKey }) => apiKey, query, options }),

  get: (apiKey: string, options?: AsApp): ApiPromise<ApiKey> =>
    call.data(endpoints.getApiKey, shape, { params: { apiKey } }, options),

  update: (apiKey: string, changes: Partial<ApiKeyFields>, options?: AsApp): ApiPromise<ApiKey> =>
    call.data(endpoints.updateApiKey, shape, { params: { apiKey }, body: changes }, options),

  delete: (apiKey: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteApiKey, { params: { apiKey } }, options),
});
