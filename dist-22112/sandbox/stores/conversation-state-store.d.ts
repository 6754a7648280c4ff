import type { Filter } from '../wire/filter.ts';
import { Store } from './store.ts';
/** State of a conversation for one user: what it has read, pinned or hidden. Without a row everything is 0 or null. */
export type ConversationState = {
    /** The highest message id that the user's deletes hide. */
    readonly hiddenTo: number;
    /** The earliest sentAt of the messages after that. Null while there are none. */
    readonly visibleFrom: number | null;
    readonly readTo: number;
    readonly deliveredTo: number;
    /** Messages between these two ids count as unread, whether or not they arrived as unread. */
    readonly unreadFrom: number | null;
    readonly unreadTo: number | null;
    /** JSON text. */
    readonly tags: string | null;
    readonly pinnedAt: number | null;
    /** The updatedAt that the conversation keeps in the list after a reset. */
    readonly keptAt: number | null;
};
/** Messages that moderation keeps from nobody. */
export declare const NOT_BLOCKED = "NOT EXISTS (SELECT 1 FROM moderation_records AS record\n  WHERE record.message = messages.id AND record.hidden = 1)";
/** Messages that can be unread: no action messages, no deleted messages, none that moderation blocks. */
export declare const READABLE = "messages.category <> 'action' AND messages.deleted_at IS NULL AND NOT EXISTS (SELECT 1 FROM moderation_records AS record\n  WHERE record.message = messages.id AND record.hidden = 1)";
/** The states of users in their conversations. */
export declare class ConversationStateStore extends Store {
    /** The state of a user in the conversation of this number. */
    of(conversation: number, uid: string): ConversationState;
    /** Changes some columns of a state. */
    change(conversation: number, uid: string, changes: Partial<ConversationState>): void;
    /** True if moderation keeps any message from anybody. In most apps it keeps none. */
    anyBlocked(): boolean;
    /** Updates the start of the list after messages were removed, for users who had deleted the conversation. */
    recomputeVisibleFrom(conversation: number): void;
    /** Removes the states of all users in a conversation. */
    remove(conversation: number): void;
    /**
     * Restricts a list to messages that the user has not deleted, and that no rule of moderation keeps from it.
     * `conversation` is the number of a list of one
     * conversation: the list then starts at the first visible message.
     */
    visibleTo(filter: Filter, uid: string, conversation?: number): void;
    /**
     * Hides the present messages of a conversation from one of its users, and removes the rest of that user's
     * state but for what is `kept`. `keptAt` is the updatedAt that it keeps in the list; without one it leaves the list.
     */
    hide(conversation: number, uid: string, kept: Partial<Pick<ConversationState, 'tags' | 'pinnedAt' | 'keptAt'>>): void;
    /** The highest id of any message. */
    highestId(): number;
    /** The number of messages of a conversation that count as unread for the user. */
    unreadCount(conversation: number, uid: string, { readTo, unreadFrom, unreadTo }: ConversationState): number;
    /** The last message up to which the user has read, of those that the user sees; null if that is none. */
    lastRead(conversation: number, { readTo, hiddenTo }: ConversationState): string | null;
    /** The number of conversations that the user has pinned. */
    countPinned(uid: string): number;
    /** Restricts a list of messages to those that count as unread for the user. */
    unreadBy(filter: Filter, uid: string): void;
}
