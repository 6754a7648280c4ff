import { z } from 'zod';
import { endpoints } from '../../api/endpoints.ts';
import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller, MayAct } from '../caller.ts';
import { pagedList } from '../list-calls.ts';
import type { Listing } from '../listing.ts';
import {
  type Conversation,
  type ConversationQuery,
  conversationShape,
  oneConversationShape,
  type PinnedConversation,
  pinnedShape,
} from './conversation.ts';
import { groupConversation, userConversation } from './one-conversation.ts';

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

  /** The conversations that the app pins for all users, in their order. */
  listPinned: (options?: AsApp): ApiPromise<readonly PinnedConversation[]> =>
    call.data(endpoints.listPinnedConversations, z.array(pinnedShape), {}, options),

  /** Pins conversations for all users: the whole list in its order, at most 5; an empty list unpins all. */
  setPinned: (
    peers: readonly ConversationPeer[],
    options?: AsApp,
  ): ApiPromise<readonly PinnedConversation[]> =>
    call.data(
      endpoints.setPinnedConversations,
      z.array(pinnedShape),
      { given: { peers }, body: { pinnedConversations: peers } },
      options,
    ),

  withUser: userConversation(call),
  withGroup: groupConversation(call),

  /** @deprecated The service is going to remove it; use `withUser.get` or `withGroup.get`. */
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
