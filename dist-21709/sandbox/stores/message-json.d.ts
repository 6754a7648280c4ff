import { type ConversationIdForm } from './conversation-store.ts';
import type { GroupStore } from './group-store.ts';
import { type MentionView } from './mentions.ts';
import type { Message } from './message.ts';
import type { UserStore } from './user-store.ts';
/** Choice of what an answer shows besides the message itself. */
export type MessageView = {
    /**
     * True if the tags are shown.
     * @default true
     */
    readonly withTags?: boolean;
    /** The reactions as a JSON array. */
    readonly reactions?: string | undefined;
    /** Details about mentioned users, besides who they are. */
    readonly mention?: MentionView | undefined;
    /** When the viewer saved it. */
    readonly savedAt?: number | undefined;
    /** The JSON of the message that it quotes. */
    readonly quoted?: string | undefined;
    /** Further members, such as the last reply of a thread. Empty ones are left out. */
    readonly extra?: readonly string[];
};
/** The sources of the users and groups in a message, and the form of conversation ids. */
export type Entities = {
    readonly users: UserStore;
    readonly groups: GroupStore;
    readonly form: ConversationIdForm;
    /** True if ids of messages are numbers. */
    readonly numberIds: boolean;
    /** The most mentions of a message that count. */
    readonly mentionsMax: number | undefined;
};
/** The uid or guid that receives a message. */
export declare function receiverOf(message: Pick<Message, 'kind' | 'peerA' | 'peerB' | 'sender'>): string;
/** The JSON of a message in an answer. */
export declare function messageJson(from: Entities, message: Message, view?: MessageView): string;
/** The categories of messages that users send. All others are written by the service. */
export declare const SENT_CATEGORIES: readonly ['message', 'custom', 'interactive'];
