import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller, MayAct } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type ChangedMessage } from './changed-message.ts';
import { type Message, type MessageContent, type MessageData, type NewMessage } from './message.ts';
/** Marks that users set on messages. Documented only in the vendor's newer reference. */
declare const messageMarks: (call: Caller) => {
    /** Records the elements of an interactive message that the acting user has used. */
    markAsInteracted: (id: string, body: Readonly<Record<string, unknown>>, options: Acting) => ApiPromise<Acknowledgement>;
    /** Pins a message in its conversation, at most 100 in each. Resolves to the message with `pinnedAt` and `pinnedBy`. */
    pin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Unpins a message. A message that is not pinned stays unchanged. */
    unpin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Saves a message for the acting user, at most 100 for each user. Resolves to the message with `savedAt`. */
    save: (id: string, options: Acting) => ApiPromise<Message>;
    /** Removes a message from the saved messages of the acting user. */
    unsave: (id: string, options: Acting) => ApiPromise<Message>;
};
/** The names that these calls had as a resource of their own. */
export declare const oldMarks: ({ pin, unpin, save, unsave, markAsInteracted, }: ReturnType<typeof messageMarks>) => {
    /** @deprecated Use `messages.pin`. */
    pin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** @deprecated Use `messages.unpin`. */
    unpin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** @deprecated Use `messages.save`. */
    save: (id: string, options: Acting) => ApiPromise<Message>;
    /** @deprecated Use `messages.unsave`. */
    unsave: (id: string, options: Acting) => ApiPromise<Message>;
    /** @deprecated Use `messages.markAsInteracted`. */
    interacted: (id: string, body: Readonly<Record<string, unknown>>, options: Acting) => ApiPromise<Acknowledgement>;
};
/** The filters that every list of messages has. */
export type MessageQuery = {
    /**
     * Number of rows in one request, 1 to 1,000.
     * @default 100
     */
    readonly limit?: number;
    /**
     * `prepend`: newest first; `append`: oldest first.
     * @default 'prepend'
     */
    readonly affix?: 'append' | 'prepend';
    /** The list begins next to the message with this id, or next to the time `sentAt` (seconds since 1970). */
    readonly id?: string;
    readonly sentAt?: number;
    readonly searchKey?: string;
    readonly category?: string;
    readonly categories?: readonly string[];
    readonly type?: string;
    readonly types?: readonly string[];
    readonly fromTimestamp?: number;
    /** The service ignores it without `fromTimestamp`. */
    readonly toTimestamp?: number;
    readonly tags?: readonly string[];
    readonly withTags?: boolean;
    readonly hideDeleted?: boolean;
    readonly onlyDeleted?: boolean;
    readonly hideReplies?: boolean;
    readonly hideQuotedMessages?: boolean;
    readonly senders?: readonly string[];
    /**
     * This and the next five fields are ranges in seconds since 1970; both ends are included. `updatedAt` matches only
     * messages that were updated.
     */
    readonly 'sentAt[from]'?: number;
    readonly 'sentAt[to]'?: number;
    readonly 'updatedAt[from]'?: number;
    readonly 'updatedAt[to]'?: number;
    readonly 'editedAt[from]'?: number;
    readonly 'editedAt[to]'?: number;
    readonly unread?: boolean;
    readonly undelivered?: boolean;
    readonly hideMessagesFromBlockedUsers?: boolean;
};
export type AppMessageQuery = MessageQuery & {
    readonly conversationId?: string;
    readonly sender?: string;
    readonly receiverType?: 'user' | 'group';
    readonly hasAttachments?: boolean;
    readonly attachmentTypes?: readonly string[];
    readonly hasLinks?: boolean;
    readonly hasMentions?: boolean;
    readonly mentionedUids?: readonly string[];
    readonly hasReactions?: boolean;
};
export type MessageChanges = {
    readonly data?: MessageData;
    readonly tags?: readonly string[];
};
export type MessageFlag = {
    readonly reasonId: string;
    /** A remark for the moderators. */
    readonly remark?: string;
};
export type ManyReceivers = {
    readonly uids?: readonly string[];
    readonly guids?: readonly string[];
};
/** Messages. Without `onBehalfOf` the sender is the system user. */
export declare const messages: (call: Caller) => {
    /** Records the elements of an interactive message that the acting user has used. */
    markAsInteracted: (id: string, body: Readonly<Record<string, unknown>>, options: Acting) => ApiPromise<Acknowledgement>;
    /** Pins a message in its conversation, at most 100 in each. Resolves to the message with `pinnedAt` and `pinnedBy`. */
    pin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Unpins a message. A message that is not pinned stays unchanged. */
    unpin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Saves a message for the acting user, at most 100 for each user. Resolves to the message with `savedAt`. */
    save: (id: string, options: Acting) => ApiPromise<Message>;
    /** Removes a message from the saved messages of the acting user. */
    unsave: (id: string, options: Acting) => ApiPromise<Message>;
    get: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** @deprecated Use `update`. */
    edit: (id: string, changes: MessageChanges, options?: MayAct) => ApiPromise<ChangedMessage>;
    /** @deprecated Use `listByUser`. */
    listOfUser: (uid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /** @deprecated Use `listByGroup`. */
    listOfGroup: (guid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /**
     * Edits a message. Resolves to the edited message. Never retried automatically, because each edit adds an action
     * message to the history.
     */
    update: (id: string, changes: MessageChanges, options?: MayAct) => ApiPromise<ChangedMessage>;
    /** Flags a message for the moderators, with the id of one of `moderation.reasons`. The message stays visible. */
    flag: (id: string, flag: MessageFlag, options: Acting) => ApiPromise<Acknowledgement>;
    /** Deletes a message. A deleted mark remains unless `permanent` is set. Resolves to the deleted message. */
    delete: (id: string, body?: {
        readonly permanent?: boolean;
    }, options?: MayAct) => ApiPromise<ChangedMessage>;
    /** Sends a message. Never retried automatically, because the service does not refuse duplicates. */
    send: (message: NewMessage, options?: MayAct) => ApiPromise<Message>;
    /** Sends one message to many receivers. The form of the response is not documented, so it is returned unchanged. */
    sendToMany: (message: MessageContent, multipleReceivers: ManyReceivers, options?: MayAct) => ApiPromise<unknown>;
    /** Sends a message as a bot. */
    sendAsBot: (uid: string, message: NewMessage, options?: AsApp) => ApiPromise<Message>;
    /** Lists the messages of the app, or of the acting user's conversations. */
    list: (query?: AppMessageQuery, options?: MayAct) => Listing<Message>;
    /** Lists the messages exchanged with a user: those of the acting user, or of all users if no user acts. */
    listByUser: (uid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /** Lists the messages of a group. */
    listByGroup: (guid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
};
export {};
