import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import {
  type Conversation,
  type ConversationChanges,
  oneConversationShape,
  type PinnedConversation,
  pinnedShape,
  type UpTo,
} from './conversation.ts';

/** The acting user's conversation with a group, named by the guid. */
export const groupConversation = (call: Caller) => {
  const current = calls(call);
  return {
    ...current,

    /** @deprecated Use `update`. */
    tag: (
      guid: string,
      tags: readonly string[],
      options: OptionsFor<'tagGroupConversation'>,
    ): ApiPromise<Conversation> => current.update(guid, { tags }, options),
    /** @deprecated Use `markAsDelivered`. */
    markDelivered: current.markAsDelivered,
    /** @deprecated Use `markAsRead`. */
    markRead: current.markAsRead,
    /** @deprecated Use `markAsUnread`. */
    markUnread: current.markAsUnread,
  };
};

const calls = (call: Caller) => ({
  /** Refused with `ERR_CONVERSATION_NOT_ACCESSIBLE` before the first message. */
  get: (guid: string, options: OptionsFor<'getGroupConversation'>): ApiPromise<Conversation> =>
    call.data(endpoints.getGroupConversation, oneConversationShape, { params: { guid } }, options),

  /** Replaces the conversation's tags; at most 25. */
  update: (
    guid: string,
    changes: ConversationChanges,
    options: OptionsFor<'tagGroupConversation'>,
  ): ApiPromise<Conversation> =>
    call.data(
      endpoints.tagGroupConversation,
      oneConversationShape,
      { params: { guid }, body: changes },
      options,
    ),

  /** Deletes the conversation for the acting user. */
  reset: (guid: string, options: OptionsFor<'resetGroupConversation'>): ApiPromise<Acknowledgement> =>
    call.data(endpoints.resetGroupConversation, acknowledgementShape, { params: { guid } }, options),

  markAsDelivered: (
    guid: string,
    body: UpTo,
    options: OptionsFor<'markGroupDelivered'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markGroupDelivered, acknowledgementShape, { params: { guid }, body }, options),

  markAsRead: (guid: string, body: UpTo, options: OptionsFor<'markGroupRead'>): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markGroupRead, acknowledgementShape, { params: { guid }, body }, options),

  /** Marks a message and those after it unread. */
  markAsUnread: (
    guid: string,
    messageId: string,
    options: OptionsFor<'markGroupUnread'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(
      endpoints.markGroupUnread,
      acknowledgementShape,
      { params: { guid }, given: { messageId }, body: { messageId } },
      options,
    ),

  /** Pins the conversation for the acting user; at most 5 for each user. */
  pin: (guid: string, options: OptionsFor<'pinGroupConversation'>): ApiPromise<PinnedConversation> =>
    call.data(endpoints.pinGroupConversation, pinnedShape, { params: { guid } }, options),

  unpin: (guid: string, options: OptionsFor<'unpinGroupConversation'>): ApiPromise<PinnedConversation> =>
    call.data(endpoints.unpinGroupConversation, pinnedShape, { params: { guid } }, options),
});
