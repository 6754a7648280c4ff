import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { AsApp, Caller } from '../caller.ts';
import { elementOr, epoch, fields, id, maybe, type ShapeOf, string } from '../field.ts';
import { type PageQuery, pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';

const record = fields({
  id,
  name: maybe(string),
  webhookURL: maybe(string),
  createdAt: maybe(epoch),
  updatedAt: maybe(epoch),
});
// One documented example wraps the webhook in a list.
const shape = elementOr(record);

/**
 * A webhook of an app. The service never returns its user name and password.
 * @useDeclaredType
 */
export type Webhook = Readonly<ShapeOf<typeof record>>;

export type WebhookFields = {
  /** At most 50 characters. */
  readonly name: string;
  /** An https address of at most 255 characters. */
  readonly webhookURL: string;
  readonly useBasicAuth?: boolean;
  /** At most 50 characters. */
  readonly username?: string;
  /** At most 100 characters. */
  readonly password?: string;
  readonly enabled?: boolean;
  /**
   * Repeats a failed delivery twice, after 10 s and 30 s.
   * @default false
   */
  readonly retryOnFailure?: boolean;
};

export type NewWebhook = WebhookFields & { readonly id: string };

const row = { shape: record, idOf: ({ id }: Webhook): string => id };

/** Webhooks of an app, at most 25. One without triggers receives nothing. */
export const webhooks = (call: Caller) => ({
  create: (appId: string, webhook: NewWebhook, options?: AsApp): ApiPromise<Webhook> =>
    call.data(endpoints.createWebhook, shape, { params: { appId }, body: webhook }, options),

  list: (
    appId: string,
    query: PageQuery & { readonly searchKey?: string } = {},
    options?: AsApp,
  ): Listing<Webhook> =>
    pagedList(call, endpoints.listWebhooks, { ...row, params: { appId }, query, options }),

  get: (appId: string, webhookId: string, options?: AsApp): ApiPromise<Webhook> =>
    call.data(endpoints.getWebhook, shape, { params: { appId, webhookId } }, options),

  /** Changes the given fields. */
  update: (
    appId: string,
    webhookId: string,
    changes: Partial<WebhookFields>,
    options?: AsApp,
  ): ApiPromise<Webhook> =>
    call.data(endpoints.updateWebhook, shape, { params: { appId, webhookId }, body: changes }, options),

  delete: (appId: string, webhookId: string, options?: AsApp): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteWebhook, { params: { appId, webhookId } }, options),
});
