import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { arrayOf, epoch, fields, flag, id, maybe, object, reshaped, type ShapeOf, string } from '../field.ts';
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

/**
 * Settings of an app by their keys, such as `core.conversations.updateOnReplies`. The service checks neither keys nor
 * types.
 */
export type AppSettingValues = Readonly<Record<string, unknown>>;

const person = fields({
  id: maybe(id),
  name: maybe(string),
  email: maybe(string),
  role: maybe(string),
  createdAt: maybe(epoch),
});
const people = arrayOf(person);
const results = fields({
  admins: maybe(object),
  developers: maybe(object),
  moderators: maybe(object),
  collaboratorsToRemove: maybe(object),
});

/**
 * A person who may administrate an app. `role` is `admin`, `developer` or `moderator`.
 * @useDeclaredType
 */
export type Collaborator = Readonly<ShapeOf<typeof person>>;
/**
 * The result for each email address, by list.
 * @useDeclaredType
 */
export type CollaboratorResults = Readonly<ShapeOf<typeof results>>;

/** Email addresses to add with a role, or to remove. An app has at most 25 collaborators. */
export type CollaboratorChange = {
  readonly admins?: readonly string[];
  readonly developers?: readonly string[];
  readonly moderators?: readonly string[];
  readonly collaboratorsToRemove?: readonly string[];
};

/** Apps of the account, their settings and the people who may administrate them. */
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

  /** Returns every setting of an app, also those that have their default. */
  getSettings: (appId: string, options?: AsApp): ApiPromise<AppSettingValues> =>
    call.data(endpoints.getAppSettings, object, { params: { appId } }, options),

  /** Sets the given settings of an app, at most 50, and leaves the others. Returns the result of each, by its key. */
  setSettings: (appId: string, settings: AppSettingValues, options?: AsApp): ApiPromise<AppSettingValues> =>
    call.data(
      endpoints.setAppSettings,
      object,
      { params: { appId }, given: { settings }, body: { settings } },
      options,
    ),

  /** Gives all settings of an app their defaults again. */
  resetSettings: (appId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.resetAppSettings, { params: { appId } }, options),

  listCollaborators: (appId: string, options?: AsApp): ApiPromise<readonly Collaborator[]> =>
    call.data(endpoints.listCollaborators, people, { params: { appId } }, options),

  /** Adds and removes collaborators. Some may be refused while others succeed: read each result. */
  changeCollaborators: (
    appId: string,
    change: CollaboratorChange,
    options?: AsApp,
  ): ApiPromise<CollaboratorResults> =>
    call.data(endpoints.changeCollaborators, results, { params: { appId }, body: change }, options),
});
