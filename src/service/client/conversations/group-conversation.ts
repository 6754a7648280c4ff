import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import { type Conversation, oneConversationShape, type UpTo } from './conversation.ts';

/** The acting user's conversation with a group, named by the guid. */
export const groupConversation = (call: Caller) => ({
  /** Refused with `ERR_CONVERSATION_NOT_ACCESSIBLE` before the first message. */
  get: (guid: string, options: OptionsFor<'getGroupConversation'>): ApiPromise<Conversation> =>
    call.data(endpoints.getGroupConversation, oneConversationShape, { params: { guid } }, options),

  /** Sets the conversation's tags; at most 25. */
  tag: (
    guid: string,
    tags: readonly string[],
    options: OptionsFor<'tagGroupConversation'>,
  ): ApiPromise<Conversation> =>
    call.data(
      endpoints.tagGroupConversation,
      oneConversationShape,
      { params: { guid }, body: { tags } },
      options,
    ),

  /** Deletes the conversation for the acting user. */
  reset: (guid: string, options: OptionsFor<'resetGroupConversation'>): ApiPromise<Acknowledgement> =>
    call.data(endpoints.resetGroupConversation, acknowledgementShape, { params: { guid } }, options),

  markDelivered: (
    guid: string,
    body: UpTo,
    options: OptionsFor<'markGroupDelivered'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markGroupDelivered, acknowledgementShape, { params: { guid }, body }, options),

  markRead: (guid: string, body: UpTo, options: OptionsFor<'markGroupRead'>): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markGroupRead, acknowledgementShape, { params: { guid }, body }, options),

  /** Marks a message and those after it unread. */
  markUnread: (
    guid: string,
    messageId: string,
    options: OptionsFor<'markGroupUnread'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(
      endpoints.markGroupUnread,
      acknowledgementShape,
      { params: { guid }, body: { messageId } },
      options,
    ),

  /** Pins the conversation for the acting user; at most 5 for each user. The form of the answer is not documented. */
  pin: (guid: string, options: OptionsFor<'pinGroupConversation'>): ApiPromise<unknown> =>
    call.data(endpoints.pinGroupConversation, z.unknown(), { params: { guid } }, options),

  unpin: (guid: string, options: OptionsFor<'unpinGroupConversation'>): ApiPromise<unknown> =>
    call.data(endpoints.unpinGroupConversation, z.unknown(), { params: { guid } }, options),
});
