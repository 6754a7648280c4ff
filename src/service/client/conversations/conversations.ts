import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller, MayAct } from '../caller.ts';
import { arrayOf } from '../field.ts';
import { pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import {
  type Conversation,
  type ConversationChanges,
  type ConversationQuery,
  type ConversationReset,
  conversationShape,
  oneConversationShape,
  type PinnedConversation,
  pinnedShape,
  type UpTo,
} from './conversation.ts';

/** Without an acting user a conversation is listed once for each side; no field says whose side a row is. */
const sideOf = (row: Conversation): string =>
  JSON.stringify([
    row.conversationId,
    row.conversationWith?.['uid'],
    row.unreadMessageCount,
    row.lastReadMessageId,
    row.createdAt,
    row.updatedAt,
  ]);

/** The other side of a conversation. */
export type ConversationPeer = { readonly uid: string } | { readonly guid: string };

/** Conversations. A single one is the acting user's conversation `withUser` or `withGroup`. */
export const conversations = (call: Caller) => ({
  list: (query: ConversationQuery = {}, options?: MayAct): Listing<Conversation> =>
    pagedList(call, endpoints.listConversations, {
      shape: conversationShape,
      idOf: options?.onBehalfOf === undefined ? sideOf : ({ conversationId }) => conversationId,
      query,
      options,
    }),

  /** Gets the conversations that the app pins for all users, in their order. */
  listPinned: (options?: AsApp): ApiPromise<readonly PinnedConversation[]> =>
    call.data(endpoints.listPinnedConversations, arrayOf(pinnedShape), {}, options),

  /**
   * Pins conversations for all users. The list replaces the earlier one, in its order, with at most 5 conversations. An
   * empty list unpins all.
   */
  setPinned: (
    peers: readonly ConversationPeer[],
    options?: AsApp,
  ): ApiPromise<readonly PinnedConversation[]> =>
    call.data(
      endpoints.setPinnedConversations,
      arrayOf(pinnedShape),
      { given: { peers }, body: { pinnedConversations: peers } },
      options,
    ),

  withUser: userConversation(call),
  withGroup: groupConversation(call),

  /**
   * Gets a conversation.
   * @deprecated The service is going to remove it; use `withUser.get` or `withGroup.get`.
   */
  get: (conversationId: string, options: Acting): ApiPromise<Conversation> =>
    call.data(endpoints.getConversation, oneConversationShape, { params: { conversationId } }, options),

  /**
   * Deletes a conversation for all users in it.
   * @deprecated The service is going to remove it; use `withUser.reset` or `withGroup.reset`, which reset it for the
   * acting user.
   */
  delete: (conversationId: string, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints.deleteConversation, { params: { conversationId } }, options),
});

/** The acting user's conversation with another user, named by the uid. */
const userConversation = (call: Caller) => ({
  ...sharedCalls(call, 'User'),

  /** Deletes the conversation for the acting user. */
  reset: (uid: string, body: ConversationReset, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints.resetUserConversation, { params: { uid }, body }, options),
});

/** The acting user's conversation with a group, named by the guid. */
const groupConversation = (call: Caller) => ({
  ...sharedCalls(call, 'Group'),

  /** Deletes the conversation for the acting user. */
  reset: (guid: string, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints.resetGroupConversation, { params: { guid } }, options),
});

/** The calls that conversations with users and with groups have alike. */
function sharedCalls(call: Caller, kind: 'User' | 'Group') {
  // The paths of both kinds have one id each, of the other side.
  const paramsOf = (id: string) => ({ uid: id, guid: id });
  const update = (id: string, body: ConversationChanges, options: Acting): ApiPromise<Conversation> =>
    call.data(
      endpoints[`tag${kind}Conversation`],
      oneConversationShape,
      { params: paramsOf(id), body },
      options,
    );
  const markAsDelivered = (id: string, body: UpTo, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`mark${kind}Delivered`], { params: paramsOf(id), body }, options);
  const markAsRead = (id: string, body: UpTo, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`mark${kind}Read`], { params: paramsOf(id), body }, options);
  const markAsUnread = (id: string, messageId: string, options: Acting): ApiPromise<Acknowledgement> =>
    call.done(endpoints[`mark${kind}Unread`], { params: paramsOf(id), args: { messageId } }, options);
  return {
    /** Gets the conversation. Rejects with `ERR_CONVERSATION_NOT_ACCESSIBLE` before the first message. */
    get: (id: string, options: Acting): ApiPromise<Conversation> =>
      call.data(endpoints[`get${kind}Conversation`], oneConversationShape, { params: paramsOf(id) }, options),

    /** Replaces the tags of the conversation, at most 25. */
    update,
    markAsDelivered,
    markAsRead,
    /** Marks a message and all later ones as unread. */
    markAsUnread,

    /** Pins the conversation for the acting user, at most 5 for each user. */
    pin: (id: string, options: Acting): ApiPromise<PinnedConversation> =>
      call.data(endpoints[`pin${kind}Conversation`], pinnedShape, { params: paramsOf(id) }, options),

    unpin: (id: string, options: Acting): ApiPromise<PinnedConversation> =>
      call.data(endpoints[`unpin${kind}Conversation`], pinnedShape, { params: paramsOf(id) }, options),

    /** @deprecated Use `update`. */
    tag: (id: string, tags: readonly string[], options: Acting): ApiPromise<Conversation> =>
      update(id, { tags }, options),
    /** @deprecated Use `markAsDelivered`. */
    markDelivered: markAsDelivered,
    /** @deprecated Use `markAsRead`. */
    markRead: markAsRead,
    /** @deprecated Use `markAsUnread`. */
    markUnread: markAsUnread,
  };
}
