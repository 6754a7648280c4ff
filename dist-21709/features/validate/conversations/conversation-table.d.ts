import type { ConversationProfile } from '../../../report/result/profile.ts';
export declare const SAME_SECOND = 2;
export declare const EARLIER = 3;
/** Conversations kept, about 90 MB; messages of further conversations are not compared. */
export declare const CONVERSATIONS_MAX = 3000000;
/** Says whether to keep the name of a conversation that now has so many messages, among so many conversations. */
type NamesWanted = {
    needsName(messages: number, conversations: number): boolean;
};
/** Every conversation so far: number of messages, first and last time; about 35 bytes each. */
export declare class ConversationTable {
    #private;
    /** Messages of the conversation last added to, the last one included. */
    messages: number;
    get size(): number;
    /**
     * Adds a message.
     * @param sentAt epoch seconds, never 0
     * @returns how it compares with the latest message before it: FIRST, LATER, SAME_SECOND or EARLIER
     */
    add(lo: number, hi: number, sentAt: number): number;
    /**
     * Adds a message that is later than all before it in its conversation, if the conversation needs no name now.
     * @param names asked as after every message
     * @returns false if it is another message: then nothing has changed, and `add` adds it
     */
    takes(lo: number, hi: number, sentAt: number, names: NamesWanted): boolean;
    /** The counts of a conversation; undefined if it has none. */
    find(lo: number, hi: number): {
        messages: number;
        firstAt: number;
        lastAt: number;
    } | undefined;
    /** The earliest time of a conversation, in epoch seconds; 0 if there is none. */
    firstAt(lo: number, hi: number): number;
}
/** The conversations with the most messages. Keeps names of large conversations only, to bound memory. */
export declare class BiggestConversations {
    #private;
    /** True if the name of a conversation that now has this many messages is to be kept; asked after each message. */
    needsName(messages: number, conversations: number): boolean;
    name(lo: number, hi: number, id: string, table: ConversationTable): void;
    profile(table: ConversationTable): ConversationProfile[];
}
/** The fingerprint of a conversation. */
type ConversationKey = {
    readonly lo: number;
    readonly hi: number;
};
/** The key of the conversation of two users: the same one whichever of them sends. */
export declare function keyOfPair(aLo: number, aHi: number, bLo: number, bHi: number): ConversationKey;
export {};
