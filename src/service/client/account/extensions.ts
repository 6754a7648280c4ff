import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { epoch, fields, flag, id, maybe, numeric, object, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const shape = fields({
  id,
  name: maybe(string),
  tagLine: maybe(string),
  description: maybe(string),
  author: maybe(string),
  isActive: maybe(flag),
  createdAt: maybe(epoch),
});
const results = fields({ enabled: maybe(object), disabled: maybe(object) });
const settings = fields({
  statusCode: maybe(numeric),
  success: maybe(flag),
  responseTime: maybe(numeric),
  body: maybe(object),
});

/**
 * An extension of an app.
 * @useDeclaredType
 */
export type Extension = Readonly<ShapeOf<typeof shape>>;
/**
 * The result for each extension, by its id, in `enabled` and `disabled`.
 * @useDeclaredType
 */
export type ExtensionResults = Readonly<ShapeOf<typeof results>>;
/**
 * The response of an extension. Its settings are in `body.data.settings`.
 * @useDeclaredType
 */
export type ExtensionAnswer = Readonly<ShapeOf<typeof settings>>;
/** Settings of an extension. Each extension defines its own. */
export type ExtensionSettings = Readonly<Record<string, unknown>>;

const row = { shape, idOf: ({ id }: Extension): string => id };

/** Extensions of an app, and their settings. */
export const extensions = (call: Caller) => ({
  /** Enables and disables extensions. */
  change: (
    appId: string,
    change: { readonly enabled?: readonly string[]; readonly disabled?: readonly string[] },
    options?: AsApp,
  ): ApiPromise<ExtensionResults> =>
    call.data(endpoints.changeExtensions, results, { params: { appId }, body: change }, options),

  list: (appId: string, query: PageQuery = {}, options?: AsApp): Listing<Extension> =>
    pagedList(call, endpoints.listExtensions, { ...row, params: { appId }, query, options }),

  getSettings: (appId: string, extension: string, options?: AsApp): ApiPromise<ExtensionAnswer> =>
    call.data(endpoints.getExtensionSettings, settings, { params: { appId, extension } }, options),

  storeSettings: (
    appId: string,
    extension: string,
    all: ExtensionSettings,
    options?: AsApp,
  ): ApiPromise<ExtensionAnswer> =>
    call.data(
      endpoints.setExtensionSettings,
      settings,
      { params: { appId, extension }, args: { settings: all } },
      options,
    ),

  updateSettings: (
    appId: string,
    extension: string,
    changes: ExtensionSettings,
    options?: AsApp,
  ): ApiPromise<ExtensionAnswer> =>
    call.data(
      endpoints.updateExtensionSettings,
      settings,
      { params: { appId, extension }, given: { changes }, body: { settings: changes } },
      options,
    ),

  deleteSettings: (appId: string, extension: string, options?: AsApp): ApiPromise<ExtensionAnswer> =>
    call.data(endpoints.deleteExtensionSettings, settings, { params: { appId, extension } }, options),
});
