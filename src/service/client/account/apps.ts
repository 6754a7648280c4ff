import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import { id, maybe } from '../field.ts';

const shape = z.looseObject({
  appId: maybe(id),
  id: maybe(id),
  name: maybe(z.string()),
  region: maybe(z.string()),
});

/**
 * An app of the account. The specification names no fields; unknown properties are kept.
 * @useDeclaredType
 */
export type AppRecord = Readonly<z.output<typeof shape>>;

/** Apps of the account. */
export const apps = (call: Caller) => ({
  /** Every app; the specification has no pages here. */
  list: (options?: OptionsFor<'listApps'>): ApiPromise<readonly AppRecord[]> =>
    call.data(endpoints.listApps, z.array(shape), {}, options),
});
