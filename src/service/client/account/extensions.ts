import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import { flag, maybe, numeric, object } from '../field.ts';

const results = z.looseObject({ enabled: maybe(object), disabled: maybe(object) });
const settings = z.looseObject({
  statusCode: maybe(numeric),
  success: maybe(flag),
  responseTime: maybe(numeric),
  body: maybe(object),
});

/**
 * The outcome of each extension by its id, below `enabled` and `disabled`.
 * @useDeclaredType
 */
export type ExtensionResults = Readonly<z.output<typeof results>>;
/**
 * What an extension answered; its settings are `body.data.settings`.
 * @useDeclaredType
 */
export type ExtensionAnswer = Readonly<z.output<typeof settings>>;
/** Each extension has settings of its own. */
export type ExtensionSettings = Readonly<Record<string, unknown>>;

/** Extensions of an app, and their settings. */
export const extensions = (call: Caller) => ({
  /** Turns extensions on and off. */
  change: (
    appId: string,
    change: { readonly enabled?: readonly string[]; readonly disabled?: readonly string[] },
    options?: OptionsFor<'changeExtensions'>,
  ): ApiPromise<ExtensionResults> =>
    call.data(endpoints.changeExtensions, results, { params: { appId }, body: change }, options),

  /** The extensions of an app. Their fields are not published. */
  list: (appId: string, options?: OptionsFor<'listExtensions'>): ApiPromise<unknown> =>
    call.data(endpoints.listExtensions, z.unknown(), { params: { appId } }, options),

  getSettings: (
    appId: string,
    extension: string,
    options?: OptionsFor<'getExtensionSettings'>,
  ): ApiPromise<ExtensionAnswer> =>
    call.data(endpoints.getExtensionSettings, settings, { params: { appId, extension } }, options),

  storeSettings: (
    appId: string,
    extension: string,
    all: ExtensionSettings,
    options?: OptionsFor<'setExtensionSettings'>,
  ): ApiPromise<ExtensionAnswer> =>
    call.data(endpoints.setExtensionSettings, settings, { params: { appId, extension }, body: all }, options),

  updateSettings: (
    appId: string,
    extension: string,
    changes: ExtensionSettings,
    options?: OptionsFor<'updateExtensionSettings'>,
  ): ApiPromise<ExtensionAnswer> =>
    call.data(
      endpoints.updateExtensionSettings,
      settings,
      { params: { appId, extension }, body: changes },
      options,
    ),

  deleteSettings: (
    appId: string,
    extension: string,
    options?: OptionsFor<'deleteExtensionSettings'>,
  ): ApiPromise<ExtensionAnswer> =>
    call.data(endpoints.deleteExtensionSettings, settings, { params: { appId, extension } }, options),
});
