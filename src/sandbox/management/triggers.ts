import { acknowledgement, failed, succeeded } from '../app/acknowledgement.ts';
import { type ApiRoute, routeOf } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonMap } from '../wire/json-text.ts';
import { offsetOf, pageAnswer } from '../wire/pagination.ts';
import * as param from '../wire/param.ts';
import type { FieldReader } from '../wire/validation.ts';
import { descriptionOf } from './trigger-catalog.ts';
import { ONE_WEBHOOK, webhookInPath } from './webhooks.ts';

const route = routeOf({ base: 'management', tag: 'Triggers' });
const PATH = `${ONE_WEBHOOK}/triggers`;
/** The most ids of one call; not documented. */
const IDS_MAX = 100;

const TRIGGER_IDS = field.shape({
  triggerIds: {
    schema: { type: 'array', minItems: 1, maxItems: IDS_MAX, items: { type: 'string' } },
    required: true,
    read: readIds,
  },
});

/** A list of texts, each kept once. */
function readIds(reader: FieldReader, name: string): readonly string[] {
  const value = reader.value(name);
  const list: readonly unknown[] = Array.isArray(value) ? value : [];
  const ids = [...new Set(list.filter((one) => typeof one === 'string'))];
  if (!reader.has(name)) reader.problem(name, `The ${name} field is required.`);
  else if (list.length === 0 || list.length > IDS_MAX || list.some((one) => typeof one !== 'string')) {
    reader.problem(name, `The ${name} must be an array of 1 to ${IDS_MAX} ids.`);
  }
  return ids;
}

const addTriggers = route({
  method: 'POST',
  path: PATH,
  summary: 'Tell a webhook about triggers from now on; each has its own result',
  body: TRIGGER_IDS,
  answers: one('Results'),
  answer: (call) => {
    const { store, webhook } = webhookInPath(call);
    const results = call.body.triggerIds.map((trigger) => {
      if (descriptionOf(trigger) === undefined) {
        const refusal = new ApiError('ERR_TRIGGER_NOT_FOUND', `The trigger ${trigger} does not exist.`);
        return [trigger, failed(refusal)] as const;
      }
      store.addTrigger(webhook.id, trigger);
      return [trigger, succeeded('Triggers has been added successfully.')] as const;
    });
    return { data: jsonMap(results) };
  },
});

const removeTriggers = route({
  method: 'DELETE',
  path: PATH,
  summary: 'Tell a webhook no longer about triggers',
  body: TRIGGER_IDS,
  answers: one('Acknowledgement'),
  answer: (call) => {
    const { store, webhook } = webhookInPath(call);
    for (const trigger of call.body.triggerIds) store.removeTrigger(webhook.id, trigger);
    return acknowledgement('Removed trigger successfully.');
  },
});

const listTriggers = route({
  method: 'GET',
  path: PATH,
  summary: 'List the triggers that a webhook is told about, by name',
  query: param.PAGE,
  answers: paged('Trigger'),
  answer: (call) => {
    const { query } = call;
    const { store, webhook } = webhookInPath(call);
    const triggers = store.triggersOf(webhook.id, query.perPage, offsetOf(query));
    const items = triggers.map((id) => JSON.stringify({ id, description: descriptionOf(id) ?? '' }));
    return pageAnswer(query, store.countTriggers(webhook.id), items);
  },
});

/** The calls about triggers. */
export const triggerRoutes: readonly ApiRoute[] = [addTriggers, removeTriggers, listTriggers];
