import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, flag, id, maybe, object, reshaped, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = reshaped(
  fields({
    id: maybe(id),
    appId: maybe(id),
    name: maybe(string),
    plan: maybe(string),
    state: maybe(string),
    region: maybe(string),
    createdAt: maybe(epoch),
    trialEndsAt: maybe(epoch),
    appOwner: maybe(object),
    appRegion: maybe(object),
    apiKeys: maybe(object),
  }),
  // Sources name the id differently; it is read as both.
  ({ id: own, appId, ...rest }) => ({ ...rest, id: own ?? appId, appId: appId ?? own }),
);

/**
 * An app of the account. `apiKeys` contains its keys in plain text, as the service sends them.
 * @useDeclaredType
 */
export type AppRecord = Readonly<ShapeOf<typeof shape>>;

export type NewApp = {
  readonly name: string;
  readonly region: 'us' | 'eu' | 'in';
  readonly version?: '3';
  /** Creates the app without the service's sample users and groups. */
  readonly skipSampleData?: boolean;
};

const deletion = fields({ success: maybe(flag), scheduledToDeleteAt: maybe(epoch) });

/** Apps of the account. */
export const apps = (call: Caller) => ({
  /** Creates an app. Never retried automatically; if the response is lost, the app may exist. */
  create: (app: NewApp, options?: AsApp): ApiPromise<AppRecord> =>
    call.data(endpoints.createApp, shape, { body: app }, options),

  list: (query: PageQuery & { readonly searchKey?: string } = {}, options?: AsApp): Listing<AppRecord> =>
    pagedList(call, endpoints.listApps, { shape, idOf: (app) => app.id ?? '', query, options }),

  /** Deletes an app and all its data, at the time that the response states. */
  delete: (appId: string, options?: AsApp): ApiPromise<Readonly<ShapeOf<typeof deletion>>> =>
    call.data(endpoints.deleteApp, deletion, { params: { appId } }, options),

  /** Requests a usage report, which the service sends by e-mail. `appId` is the parent app. */
  requestUsage: (
    appId: string,
    request: { readonly usePreviousBillingCycle?: boolean } = {},
    options?: AsApp,
  ): ApiPromise<Acknowledgement> =>
    call.done(endpoints.requestUsage, { params: { appId }, body: request }, options),
});
