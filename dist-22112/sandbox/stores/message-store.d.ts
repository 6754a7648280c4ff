import type { Quirks } from '../quirks/quirks.ts';
import type { Database } from '../storage/database.ts';
import { type Conversation } from './conversation-store.ts';
import type { GroupStore } from './group-store.ts';
import { type Message, type NewMessage } from './message.ts';
import { type MessageView } from './message-json.ts';
import type { UserStore } from './user-store.ts';
export type { Message, NewMessage } from './message.ts';
/** The columns of a Message, for statements that join `messages` with `conversations`. */
export declare const MESSAGE_COLUMNS: string;
/** The join for MESSAGE_COLUMNS. CROSS makes `messages` the outer table, so that its indexes give the order. */
export declare const MESSAGE_TABLES = "messages CROSS JOIN conversations ON conversations.seq = messages.conversation";
/** The tables of what users have done with messages. It is removed with the messages. */
export declare const LEFT_ON_MESSAGES: readonly ['reactions', 'saved_messages', 'thread_subscriptions', 'interactions'];
/** The order in which the last message of a conversation comes first: by time, or by id with a switch. */
export declare const newestFirst: ({ lastMessage }: Pick<Quirks, 'lastMessage'>) => string;
/** The messages of the app. Ids are one increasing sequence over all conversations. No id is given twice. */
export declare class MessageStore {
    #private;
    /** `users` and `groups` give the entities in answers. `quirks` give the forms of ids. */
    constructor(db: Database, users: UserStore, groups: GroupStore, quirks: Quirks);
    /** True if any message carries this muid. */
    hasMuid(muid: string): boolean;
    /** The id of the first message that carries this muid. */
    idOfMuid(muid: string): number | undefined;
    /** Adds a message to the conversation with the given number. Returns it as stored. */
    insert(given: NewMessage, conversation: number): Message;
    /** A message with an id of its own that is in no conversation. */
    unsaved(message: NewMessage): Message;
    /** A message by id. */
    find(id: number): Message | undefined;
    /** The last message of a conversation. */
    last(conversation: Conversation): Message | undefined;
    /** The JSON of a message in an answer. */
    json(message: Message, view?: MessageView): string;
    /** Updates all columns of a message that can change. A deleted message is no longer unread. */
    update(message: Message): void;
    /** Removes a message. Replies to it stay; a reply no longer counts. */
    remove(id: number): void;
    /** Stores the next id before messages are removed. After a restart the remaining messages would not show it. */
    keepNextId(): void;
    /** Removes reactions, marks and interactions of a message. */
    removeMarks(id: number): void;
    /** Makes a message count as unread or as read. False if it did already. */
    setUnread(id: number, unread: boolean): boolean;
    /** Adds one to the number of replies of a message. */
    countReply(parentId: number): void;
    /** Takes a message out of the replies of its thread. One that is deleted or blocked is not among them already. */
    uncountReply(id: number): void;
}
