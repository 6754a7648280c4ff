import type { Conversation } from '../stores/conversation-store.ts';
import type { App } from './app.ts';
/** Removes the messages of a conversation up to an id, for all users. */
export declare function removeMessages({ db, messages }: App, conversation: Conversation, upTo: number): void;
/** Removes a conversation with all its messages, for all users. */
export declare function removeConversation(app: App, conversation: Conversation): void;
/** Updates a conversation after some of its messages were removed. Removes it if no message is left. */
export declare function updateAfterRemoval(app: App, seq: number): void;
/** Removes every message that a user has sent, for all users. */
export declare function removeMessagesOf(app: App, uid: string): void;
/** Removes a message with the replies in its thread. */
export declare function removeThread(app: App, id: number): void;
/** Removes a group with its members, bans, conversation and messages. */
export declare function removeGroup(app: App, guid: string): void;
