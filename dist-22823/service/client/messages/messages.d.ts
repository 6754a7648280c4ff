import type { Acknowledgement } from '../acknowledgement.ts';
import type { ApiPromise } from '../api-promise.ts';
import type { Acting, AsApp, Caller, MayAct } from '../caller.ts';
import type { Listing } from '../listing.ts';
import { type ChangedMessage } from './changed-message.ts';
import { type Message, type MessageContent, type MessageData, type NewMessage } from './message.ts';
/** Marks that users set on messages. Documented only in the vendor's newer reference. */
declare const messageMarks: (call: Caller) => {
    /** Records which elements of an interactive message the acting user has used. */
    markAsInteracted: (id: string, body: Readonly<Record<string, unknown>>, options: Acting) => ApiPromise<Acknowledgement>;
    /** Pins a message in its conversation; at most 100 in each. Returns the message with `pinnedAt` and `pinnedBy`. */
    pin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Unpins a message; one that is not pinned stays as it is. */
    unpin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Saves a message for the acting user; at most 100 for each user. Returns the message with `savedAt`. */
    save: (id: string, options: Acting) => ApiPromise<Message>;
    /** Takes a message from those that the acting user has saved. */
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
/** The filters of every list of messages. */
export type MessageQuery = {
    /**
     * Rows of one request, 1 to 1,000.
     * @default 100
     */
    readonly limit?: number;
    /**
     * `prepend`: newest first; `append`: oldest first.
     * @default 'prepend'
     */
    readonly affix?: 'append' | 'prepend';
    /** The list begins next to the message with this id, or next to the second `sentAt` (since 1970). */
    readonly id?: string;
    readonly sentAt?: number;
    readonly searchKey?: string;
    readonly category?: string;
    readonly categories?: readonly string[];
    readonly type?: string;
    readonly types?: readonly string[];
    readonly fromTimestamp?: number;
    /** Ignored by the service without `fromTimestamp`. */
    readonly toTimestamp?: number;
    readonly tags?: readonly string[];
    readonly withTags?: boolean;
    readonly hideDeleted?: boolean;
    readonly onlyDeleted?: boolean;
    readonly hideReplies?: boolean;
    readonly hideQuotedMessages?: boolean;
    readonly senders?: readonly string[];
    /** Ranges of seconds since 1970, both ends included. Only messages that were updated match `updatedAt`. */
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
    /** A remark: what else the moderators should know. */
    readonly remark?: string;
};
export type ManyReceivers = {
    readonly uids?: readonly string[];
    readonly guids?: readonly string[];
};
/** Messages. Without `onBehalfOf` the sender is the system user. */
export declare const messages: (call: Caller) => {
    /** Records which elements of an interactive message the acting user has used. */
    markAsInteracted: (id: string, body: Readonly<Record<string, unknown>>, options: Acting) => ApiPromise<Acknowledgement>;
    /** Pins a message in its conversation; at most 100 in each. Returns the message with `pinnedAt` and `pinnedBy`. */
    pin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Unpins a message; one that is not pinned stays as it is. */
    unpin: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** Saves a message for the acting user; at most 100 for each user. Returns the message with `savedAt`. */
    save: (id: string, options: Acting) => ApiPromise<Message>;
    /** Takes a message from those that the acting user has saved. */
    unsave: (id: string, options: Acting) => ApiPromise<Message>;
    get: (id: string, options?: MayAct) => ApiPromise<Message>;
    /** @deprecated Use `update`. */
    edit: (id: string, changes: MessageChanges, options?: MayAct) => ApiPromise<ChangedMessage>;
    /** @deprecated Use `listByUser`. */
    listOfUser: (uid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /** @deprecated Use `listByGroup`. */
    listOfGroup: (guid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /**
     * Edits a message; resolves to the edited message. Never repeated automatically, because each edit adds an action
     * message to the history.
     */
    update: (id: string, changes: MessageChanges, options?: MayAct) => ApiPromise<ChangedMessage>;
    /** Flags a message for the moderators, with one of `moderation.reasons`. It stays visible. */
    flag: (id: string, flag: MessageFlag, options: Acting) => ApiPromise<Acknowledgement>;
    /** Deletes a message; a deleted mark stays unless `permanent` is set. Resolves to the deleted message. */
    delete: (id: string, body?: {
        readonly permanent?: boolean;
    }, options?: MayAct) => ApiPromise<ChangedMessage>;
    /** Sends a message; never repeated automatically, because the service does not refuse a repeated one. */
    send: (message: NewMessage, options?: MayAct) => ApiPromise<Message>;
    /** Sends one message to many; the form of the answer is not documented, so it is returned unchanged. */
    sendToMany: (message: MessageContent, multipleReceivers: ManyReceivers, options?: MayAct) => ApiPromise<unknown>;
    /** Sends a message as a bot. */
    sendAsBot: (uid: string, message: NewMessage, options?: AsApp) => ApiPromise<Message>;
    /** Messages of the app, or of the acting user's conversations. */
    list: (query?: AppMessageQuery, options?: MayAct) => Listing<Message>;
    /** Messages with a user: those of the acting user, or of everybody. */
    listByUser: (uid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
    /** Messages of a group. */
    listByGroup: (guid: string, query?: MessageQuery, options?: MayAct) => Listing<Message>;
};
export {};
