import type { SourceConversation } from '../../neutral.ts';
import type { Chat } from './chats.ts';
/** Facts about a chat that its messages tell. */
export type ChatFacts = {
    /** Everybody who writes, acts or reacts in it. */
    readonly people: Set<string>;
    owner?: string | undefined;
    /** Milliseconds since 1970. */
    createdAt?: number | undefined;
};
/** The conversation that a chat is, and how its messages are known. */
export type ChatOf = {
    readonly conversation: SourceConversation;
    /** All members of a conversation that is its members alone. */
    readonly members: readonly string[];
    /** The account that the export is of, as far as anybody can tell. */
    readonly account: string | undefined;
    /** Set if everything in it is of one person. */
    readonly self?: string;
    /** Telegram's word for its type. */
    readonly type: string | undefined;
    /** The key that it is known by in all exports of one account, in which its messages have the same numbers. */
    readonly numbers: string;
    /** The program that it is with. */
    readonly bot?: string | undefined;
    /** True if nobody can tell who made the export, so that a stand-in is the other one of two. */
    readonly isUnclear?: boolean;
};
/**
 * True if a message has no number that others know: in such a chat, or of a small group that has become a larger one, or
 * in an old export without numbers.
 */
export declare const isByContent: (type: string | undefined, number: string | undefined) => boolean;
/** Chats of Telegram's own that repeat messages of others, or hold codes. */
export declare const LEFT_OUT: ReadonlySet<string>;
/** The key that a chat is known by in all exports of one account. */
export declare const numbersOf: ({ type, id }: Chat) => string;
/** The key under which facts of a chat are collected: of a group in all exports, of a chat of one or two in each for itself. */
export declare const factsKey: (chat: Chat) => string;
/** The key of a pin: where messages have the same numbers for everybody, one export may say that a message of another one is pinned. */
export declare const pinKey: ({ key, type, numbers, }: Pick<Chat, 'key'> & Pick<ChatOf, 'numbers'> & {
    readonly type?: string | undefined;
}, number: string) => string;
/** @param exporter whose account the export is of, if it or the pipeline says so */
export declare function chatOf(chat: Chat, facts: ChatFacts, exporter: string | undefined): ChatOf;
/** Stands for the person who exported a chat in which they never wrote. */
export declare const UNKNOWN = "exporter";
