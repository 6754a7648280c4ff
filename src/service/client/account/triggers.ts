import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { fields, maybe, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import { type RowResults, rowResults, rowResultsOf } from '../row-result.ts';

const shape = fields({ id: string, description: maybe(string) });

/**
 * An event that a webhook is notified of, such as `message_sent`.
 * @useDeclaredType
 */
export type Trigger = Readonly<ShapeOf<typeof shape>>;

const row = { shape, idOf: ({ id }: Trigger): string => id };

/** The events that the webhooks of an app are notified of. */
export const triggers = (call: Caller) => ({
  /** Notifies a webhook of these triggers from now on. Each trigger has its own result. */
  add: (
    appId: string,
    webhookId: string,
    triggerIds: readonly string[],
    options?: AsApp,
  ): ApiPromise<RowResults> =>
    call.read(
      endpoints.addTriggers,
      rowResults,
      { params: { appId, webhookId }, args: { triggerIds } },
      options,
      rowResultsOf,
    ),

  list: (appId: string, webhookId: string, query: PageQuery = {}, options?: AsApp): Listing<Trigger> =>
    pagedList(call, endpoints.listTriggers, { ...row, params: { appId, webhookId }, query, options }),

  remove: (
    appId: string,
    webhookId: string,
    triggerIds: readonly string[],
    options?: AsApp,
  ): ApiPromise<Acknowledgement> =>
    call.done(endpoints.removeTriggers, { params: { appId, webhookId }, args: { triggerIds } }, options),
});
