import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller, MayAct } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type Conversation, type ConversationChanges, type ConversationQuery, type ConversationReset, type PinnedConversation, type UpTo } from './conversation.ts';
/** The other side of a conversation. */
export type ConversationPeer = {
    readonly uid: string;
} | {
    readonly guid: string;
};
/** Conversations. A single one is the acting user's conversation `withUser` or `withGroup`. */
export declare const conversations: (call: Caller) => {
    list: (query?: ConversationQuery, options?: MayAct) => Listing<Conversation>;
    /** Gets the conversations that the app pins for all users, in their order. */
    listPinned: (options?: AsApp) => ApiPromise<readonly PinnedConversation[]>;
    /**
     * Pins conversations for all users. The list replaces the earlier one, in its order, with at most 5 conversations. An
     * empty list unpins all.
     */
    setPinned: (peers: readonly ConversationPeer[], options?: AsApp) => ApiPromise<readonly PinnedConversation[]>;
    withUser: {
        /** Deletes the conversation for the acting user. */
        reset: (uid: string, body: ConversationReset, options: Acting) => ApiPromise<Acknowledgement>;
        /** Gets the conversation. Rejects with `ERR_CONVERSATION_NOT_ACCESSIBLE` before the first message. */
        get: (id: string, options: Acting) => ApiPromise<Conversation>;
        /** Replaces the tags of the conversation, at most 25. */
        update: (id: string, body: ConversationChanges, options: Acting) => ApiPromise<Conversation>;
        markAsDelivered: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        markAsRead: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        /** Marks a message and all later ones as unread. */
        markAsUnread: (id: string, messageId: string, options: Acting) => ApiPromise<Acknowledgement>;
        /** Pins the conversation for the acting user, at most 5 for each user. */
        pin: (id: string, options: Acting) => ApiPromise<PinnedConversation>;
        unpin: (id: string, options: Acting) => ApiPromise<PinnedConversation>;
        /** @deprecated Use `update`. */
        tag: (id: string, tags: readonly string[], options: Acting) => ApiPromise<Conversation>;
        /** @deprecated Use `markAsDelivered`. */
        markDelivered: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        /** @deprecated Use `markAsRead`. */
        markRead: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        /** @deprecated Use `markAsUnread`. */
        markUnread: (id: string, messageId: string, options: Acting) => ApiPromise<Acknowledgement>;
    };
    withGroup: {
        /** Deletes the conversation for the acting user. */
        reset: (guid: string, options: Acting) => ApiPromise<Acknowledgement>;
        /** Gets the conversation. Rejects with `ERR_CONVERSATION_NOT_ACCESSIBLE` before the first message. */
        get: (id: string, options: Acting) => ApiPromise<Conversation>;
        /** Replaces the tags of the conversation, at most 25. */
        update: (id: string, body: ConversationChanges, options: Acting) => ApiPromise<Conversation>;
        markAsDelivered: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        markAsRead: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        /** Marks a message and all later ones as unread. */
        markAsUnread: (id: string, messageId: string, options: Acting) => ApiPromise<Acknowledgement>;
        /** Pins the conversation for the acting user, at most 5 for each user. */
        pin: (id: string, options: Acting) => ApiPromise<PinnedConversation>;
        unpin: (id: string, options: Acting) => ApiPromise<PinnedConversation>;
        /** @deprecated Use `update`. */
        tag: (id: string, tags: readonly string[], options: Acting) => ApiPromise<Conversation>;
        /** @deprecated Use `markAsDelivered`. */
        markDelivered: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        /** @deprecated Use `markAsRead`. */
        markRead: (id: string, body: UpTo, options: Acting) => ApiPromise<Acknowledgement>;
        /** @deprecated Use `markAsUnread`. */
        markUnread: (id: string, messageId: string, options: Acting) => ApiPromise<Acknowledgement>;
    };
    /**
     * Gets a conversation.
     * @deprecated The service is going to remove it; use `withUser.get` or `withGroup.get`.
     */
    get: (conversationId: string, options: Acting) => ApiPromise<Conversation>;
    /**
     * Deletes a conversation for all users in it.
     * @deprecated The service is going to remove it; use `withUser.reset` or `withGroup.reset`, which reset it for the
     * acting user.
     */
    delete: (conversationId: string, options: Acting) => ApiPromise<Acknowledgement>;
};
