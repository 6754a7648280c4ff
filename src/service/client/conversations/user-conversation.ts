import { endpoints } from '../../api/endpoints.ts';
import { type Acknowledgement, acknowledgementShape } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Caller, OptionsFor } from '../caller.ts';
import {
  type Conversation,
  type ConversationChanges,
  type ConversationReset,
  oneConversationShape,
  type PinnedConversation,
  pinnedShape,
  type UpTo,
} from './conversation.ts';

/** The acting user's conversation with another user, named by the uid. */
export const userConversation = (call: Caller) => {
  const current = calls(call);
  return {
    ...current,

    /** @deprecated Use `update`. */
    tag: (
      uid: string,
      tags: readonly string[],
      options: OptionsFor<'tagUserConversation'>,
    ): ApiPromise<Conversation> => current.update(uid, { tags }, options),
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
  get: (uid: string, options: OptionsFor<'getUserConversation'>): ApiPromise<Conversation> =>
    call.data(endpoints.getUserConversation, oneConversationShape, { params: { uid } }, options),

  /** Replaces the conversation's tags; at most 25. */
  update: (
    uid: string,
    changes: ConversationChanges,
    options: OptionsFor<'tagUserConversation'>,
  ): ApiPromise<Conversation> =>
    call.data(
      endpoints.tagUserConversation,
      oneConversationShape,
      { params: { uid }, body: changes },
      options,
    ),

  /** Deletes the conversation for the acting user. */
  reset: (
    uid: string,
    body: ConversationReset,
    options: OptionsFor<'resetUserConversation'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(endpoints.resetUserConversation, acknowledgementShape, { params: { uid }, body }, options),

  markAsDelivered: (
    uid: string,
    body: UpTo,
    options: OptionsFor<'markUserDelivered'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markUserDelivered, acknowledgementShape, { params: { uid }, body }, options),

  markAsRead: (uid: string, body: UpTo, options: OptionsFor<'markUserRead'>): ApiPromise<Acknowledgement> =>
    call.data(endpoints.markUserRead, acknowledgementShape, { params: { uid }, body }, options),

  /** Marks a message and those after it unread. */
  markAsUnread: (
    uid: string,
    messageId: string,
    options: OptionsFor<'markUserUnread'>,
  ): ApiPromise<Acknowledgement> =>
    call.data(
      endpoints.markUserUnread,
      acknowledgementShape,
      { params: { uid }, given: { messageId }, body: { messageId } },
      options,
    ),

  /** Pins the conversation for the acting user; at most 5 for each user. */
  pin: (uid: string, options: OptionsFor<'pinUserConversation'>): ApiPromise<PinnedConversation> =>
    call.data(endpoints.pinUserConversation, pinnedShape, { params: { uid } }, options),

  unpin: (uid: string, options: OptionsFor<'unpinUserConversation'>): ApiPromise<PinnedConversation> =>
    call.data(endpoints.unpinUserConversation, pinnedShape, { params: { uid } }, options),
});
