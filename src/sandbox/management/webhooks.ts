import { type ApiRoute, acknowledgement, type Call, routeOf } from '../app/route.ts';
import { namesThisMachine } from '../app/webhooks/receiver.ts';
import type { Webhook, WebhookStore } from '../app/webhooks/webhook-store.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError, checkQuota } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { pageOfWhole } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import { FieldReader, LIMITS } from '../wire/validation.ts';
import { appInPath } from './apps.ts';

const route = routeOf({ base: 'management', tag: 'Webhooks' });
const ALL = '/apps/{appId}/webhooks';

/** The path of one webhook. */
export const ONE_WEBHOOK = `${ALL}/{webhookId}`;

/** The webhook that the path names, and the webhooks of its app. */
export function webhookInPath(call: Pick<Call, 'apps' | 'params'>): {
  readonly store: WebhookStore;
  readonly webhook: Webhook;
} {
  const { store } = appInPath(call).webhooks;
  const id = call.params['webhookId'] ?? '';
  const webhook = store.find(id);
  if (webhook) return { store, webhook };
  throw new ApiError('ERR_WEBHOOK_NOT_FOUND', `The webhook with id ${id} does not exist.`);
}

/** The documented fields: neither the flags nor the login are among them. */
const webhookJson = ({ id, name, url, createdAt, updatedAt }: Webhook): string =>
  JSON.stringify({ id, name, webhookURL: url, createdAt, updatedAt });

/** Documented: https only. Here http is allowed to receivers on this machine, which rarely have a certificate. */
function readUrl(reader: FieldReader, name: string): string {
  const text = URL_TEXT.read(reader, name) ?? '';
  if (text === '') return text;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isAllowed = url?.protocol === 'https:' || (url?.protocol === 'http:' && namesThisMachine(url));
  if (!isAllowed || url.username !== '' || url.password !== '') {
    reader.problem(
      name,
      `The ${name} must be an https address (http only on this machine), without a login.`,
    );
  }
  return text;
}

const URL_TEXT = field.text(LIMITS.webhookUrl);

const OPTIONAL = {
  useBasicAuth: field.optionalFlag,
  username: field.text(LIMITS.webhookName),
  password: field.text(LIMITS.password),
  enabled: field.optionalFlag,
  retryOnFailure: field.optionalFlag,
} as const;

const NEW_WEBHOOK = field.shape(
  {
    id: field.requiredText(LIMITS.webhookName),
    name: field.requiredText(LIMITS.webhookName),
    webhookURL: { schema: URL_TEXT.schema, required: true, read: readUrl },
    ...OPTIONAL,
  },
  (reader, given) => {
    if (!reader.value('webhookURL')) reader.problem('webhookURL', 'The webhookURL field is required.');
    checkLogin(reader, given.useBasicAuth === true, given);
  },
);

const WEBHOOK_CHANGE = field.shape({
  name: field.notBlank(LIMITS.webhookName),
  webhookURL: { schema: URL_TEXT.schema, read: readUrl },
  ...OPTIONAL,
});

/** Basic auth needs both parts of a login. */
function checkLogin(
  reader: FieldReader,
  isNeeded: boolean,
  login: { readonly username: string | null; readonly password: string | null },
): void {
  if (!isNeeded) return;
  for (const name of ['username', 'password'] as const) {
    if (!login[name]) reader.problem(name, `The ${name} field is required when useBasicAuth is true.`);
  }
  // The colon ends the user in the header.
  if (login.username?.includes(':')) reader.problem('username', 'The username may not contain a colon.');
}

const number = (given: boolean | undefined, otherwise: number): number => Number(given ?? otherwise);

/** The calls about webhooks. */
export const webhookRoutes: readonly ApiRoute[] = [
  route(`POST ${ALL}`, {
    summary: 'Create a webhook, enabled unless `enabled` is false. It is told nothing before it has triggers',
    body: NEW_WEBHOOK,
    answers: one('Webhook'),
    answer: (call) => {
      const { store } = appInPath(call).webhooks;
      const { id, name, webhookURL, useBasicAuth, username, password, enabled, retryOnFailure } = call.body;
      if (store.find(id)) {
        throw new ApiError('ERR_WEBHOOK_ALREADY_EXISTS', `The webhook with id ${id} already exists.`);
      }
      checkQuota(store.count(), LIMITS.webhooks, 'webhooks');
      const webhook: Webhook = {
        id,
        name,
        url: webhookURL,
        useBasicAuth: number(useBasicAuth, 0),
        username,
        password,
        enabled: number(enabled, 1),
        retryOnFailure: number(retryOnFailure, 0),
        createdAt: call.app.now(),
        updatedAt: call.app.now(),
      };
      store.put(webhook);
      return { data: webhookJson(webhook) };
    },
  }),
  route(`GET ${ALL}`, {
    summary: 'List webhooks, oldest first, by a text in their name',
    query: { ...param.PAGE, searchKey: param.search },
    answers: paged('Webhook'),
    answer: (call) => appInPath(call).webhooks.store.page(call.query, webhookJson),
  }),
  route(`GET ${ONE_WEBHOOK}`, {
    summary: 'Get a webhook',
    answers: one('Webhook'),
    answer: (call) => ({ data: webhookJson(webhookInPath(call).webhook) }),
  }),
  route(`PUT ${ONE_WEBHOOK}`, {
    summary: 'Change the given fields of a webhook',
    body: WEBHOOK_CHANGE,
    answers: one('Webhook'),
    answer: (call) => {
      const { body } = call;
      const { store, webhook: before } = webhookInPath(call);
      const webhook: Webhook = {
        ...before,
        name: body.name ?? before.name,
        url: body.webhookURL || before.url,
        useBasicAuth: number(body.useBasicAuth, before.useBasicAuth),
        username: body.username ?? before.username,
        password: body.password ?? before.password,
        enabled: number(body.enabled, before.enabled),
        retryOnFailure: number(body.retryOnFailure, before.retryOnFailure),
        updatedAt: call.app.now(),
      };
      const reader = new FieldReader(call.given);
      checkLogin(reader, webhook.useBasicAuth === 1, webhook);
      reader.finish();
      store.put(webhook);
      return { data: webhookJson(webhook) };
    },
  }),
  route(`DELETE ${ONE_WEBHOOK}`, {
    summary: 'Delete a webhook; what waits for it is not sent any more',
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { store, webhook } = webhookInPath(call);
      store.remove(webhook.id);
      return acknowledgement('Deleted Webhook successfully.');
    },
  }),
  route(`GET ${ONE_WEBHOOK}/deliveries`, {
    summary: 'Only here: the last deliveries to a webhook, newest first',
    query: param.PAGE,
    answers: paged('WebhookDelivery'),
    answer: (call) => {
      const { webhook } = webhookInPath(call);
      const all = appInPath(call).webhooks.log.list(webhook.id);
      return pageOfWhole(all, call.query, (delivery) => JSON.stringify(delivery));
    },
  }),
];
