import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { object } from '../field.ts';

/**
 * Settings of an app by their keys, such as `core.conversations.updateOnReplies`. The service checks neither keys nor
 * types.
 */
export type AppSettingValues = Readonly<Record<string, unknown>>;

/** Settings of an app. */
export const appSettings = (call: Caller) => ({
  /** Returns every setting of the app, also those that have their default. */
  get: (appId: string, options?: AsApp): ApiPromise<AppSettingValues> =>
    call.data(endpoints.getAppSettings, object, { params: { appId } }, options),

  /** Sets the given settings, at most 50, and leaves the others. Returns the result of each, by its key. */
  set: (appId: string, settings: AppSettingValues, options?: AsApp): ApiPromise<AppSettingValues> =>
    call.data(
      endpoints.setAppSettings,
      object,
      { params: { appId }, given: { settings }, body: { settings } },
      options,
    ),

  /** Gives all settings of the app their defaults again. */
  reset: (appId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.resetAppSettings, { params: { appId } }, options),
});
