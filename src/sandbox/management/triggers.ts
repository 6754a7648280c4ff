import type { Trigger } from '../app/events.ts';
import { type ApiRoute, acknowledgement, failed, routeOf, succeeded } from '../app/route.ts';
import { one, paged } from '../wire/answer-schema.ts';
import { ApiError } from '../wire/api-error.ts';
import * as field from '../wire/field.ts';
import { jsonMap } from '../wire/json-text.ts';
import * as param from '../wire/param.ts';
import { ONE_WEBHOOK, webhookInPath } from './webhooks.ts';

const route = routeOf({ base: 'management', tag: 'Triggers' });
const PATH = `${ONE_WEBHOOK}/triggers`;
/** The most ids of one call; not documented. */
const IDS_MAX = 100;

const TRIGGER_IDS = field.shape({
  triggerIds: field.items(
    { min: 1, max: IDS_MAX, what: `an array of 1 to ${IDS_MAX} ids` },
    { type: 'string' },
    (value) => (typeof value === 'string' ? value : undefined),
  ),
});

/** The calls about triggers. */
export const triggerRoutes: readonly ApiRoute[] = [
  route(`POST ${PATH}`, {
    summary: 'Tell a webhook about triggers from now on; each has its own result',
    body: TRIGGER_IDS,
    answers: one('Results'),
    answer: (call) => {
      const { store, webhook } = webhookInPath(call);
      const results = [...new Set(call.body.triggerIds)].map((trigger) => {
        if (descriptionOf(trigger) === undefined) {
          const refusal = new ApiError('ERR_TRIGGER_NOT_FOUND', `The trigger ${trigger} does not exist.`);
          return [trigger, failed(refusal)] as const;
        }
        store.addTrigger(webhook.id, trigger);
        return [trigger, succeeded('Triggers has been added successfully.')] as const;
      });
      return { data: jsonMap(results) };
    },
  }),
  route(`DELETE ${PATH}`, {
    summary: 'Tell a webhook no longer about triggers',
    body: TRIGGER_IDS,
    answers: one('Acknowledgement'),
    answer: (call) => {
      const { store, webhook } = webhookInPath(call);
      for (const trigger of call.body.triggerIds) store.removeTrigger(webhook.id, trigger);
      return acknowledgement('Removed trigger successfully.');
    },
  }),
  route(`GET ${PATH}`, {
    summary: 'List the triggers that a webhook is told about, by name',
    query: param.PAGE,
    answers: paged('Trigger'),
    answer: (call) => {
      const { store, webhook } = webhookInPath(call);
      return store.triggersPage(webhook.id, call.query, (id) =>
        JSON.stringify({ id, description: descriptionOf(id) ?? '' }),
      );
    },
  }),
];

/** Triggers that the sandbox has. */
const HERE: Readonly<Record<Trigger, string>> = {
  message_sent: 'A message was sent',
  user_mentioned: 'A message mentions a user',
  message_edited: 'A message was edited',
  message_deleted: 'A message was deleted',
  message_delivery_receipt: 'Messages were delivered',
  message_read_receipt: 'Messages were read',
  message_reaction_added: 'A user reacted to a message',
  message_reaction_removed: 'A user removed a reaction',
  user_blocked: 'A user blocked users',
  user_unblocked: 'A user unblocked users',
  group_created: 'A group was created',
  group_updated: 'A group was changed',
  group_deleted: 'A group was deleted',
  group_owner_transferred: 'A group has another owner',
  group_member_added: 'A user was added to a group',
  group_member_joined: 'A user joined a group',
  group_member_kicked: 'A user was kicked from a group',
  group_member_banned: 'A user was banned from a group',
  group_member_unbanned: 'A ban from a group was lifted',
  group_member_scope_changed: 'A member of a group has another scope',
  moderation_engine_approved: 'Moderation approved a message',
  moderation_engine_blocked: 'Moderation blocked a message',
  moderation_manual_approved: 'A person approved a blocked message',
};

/** Further triggers of the service: causes that the sandbox does not have. A webhook may want them all the same. */
const ELSEWHERE: Readonly<Record<string, string>> = {
  user_connection_status_changed: 'A user connected or disconnected',
  group_member_left: 'A user left a group',
  group_member_removed: 'A user was removed from a group',
  call_initiated: 'A call was initiated',
  call_started: 'A call was started',
  call_participant_joined: 'A user joined a call',
  call_participant_left: 'A user left a call',
  call_ended: 'A call has ended',
  call_busy: 'A call met a busy user',
  call_cancelled: 'A call was cancelled',
  call_rejected: 'A call was rejected',
  call_unanswered: 'A call was not answered',
  before_call: 'A call is about to start',
  meeting_started: 'A meeting was started',
  meeting_participant_joined: 'A user joined a meeting',
  meeting_participant_left: 'A user left a meeting',
  meeting_ended: 'A meeting has ended',
  recording_generated: 'A recording is ready',
  transcription_generated: 'A transcription is ready',
  moderation_engine_failed: 'Moderation could not decide',
  after_campaign_completed: 'A campaign was completed',
  after_campaign_failed: 'A campaign failed',
  after_notification_created: 'A notification was created',
  after_feed_item_sent: 'A feed item was sent',
  after_feed_item_delivered: 'A feed item was delivered',
  after_feed_item_read: 'A feed item was read',
  after_feed_item_interacted: 'A user used a feed item',
  after_push_notification_sent: 'A push notification was sent',
  after_push_notification_delivered: 'A push notification was delivered',
  after_push_notification_clicked: 'A push notification was opened',
};

const ALL = new Map(Object.entries({ ...HERE, ...ELSEWHERE }));

/** The description of a trigger. Undefined if no source names it. */
const descriptionOf = (trigger: string): string | undefined => ALL.get(trigger);
