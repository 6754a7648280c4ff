import type { ExportObject } from '../../files/export-rows.ts';
/** When and by whom a message was written, as every export of it says. */
export type Stamp = {
    readonly seconds: number;
    readonly author: string;
};
/** The author of messages that nobody wrote. */
export declare const NOBODY = "system";
/**
 * Finds out who wrote several messages in one second of a chat: only those need their content to be told apart. Memory: 12
 * bytes for each message of the chat that is read, and some for each of those seconds.
 */
export declare class Batches {
    #private;
    note(chat: string, stamp: Stamp): void;
    /** Spreads what is true of one copy of a chat to all. */
    resolve(conversationOf: (chat: string) => string | undefined): void;
    /** @param stamp second and author */
    has(conversation: string, stamp: string): boolean;
}
/** Place of a message. */
type Standing = {
    readonly chat: string;
    readonly conversation: string;
    /** The account that the export is of, if it says so: its own numbers of messages then are the same in all of its exports. */
    readonly account: string | undefined;
    /** Its number in the export. */
    readonly number: string | undefined;
};
/**
 * Gives messages that have another number in the export of each person an id that is the same in all of them: their second
 * and author, and where somebody wrote several in one second, a digest of what they wrote. An edit changes neither in the
 * exports of one account, which are known by their numbers.
 */
export declare class Identities {
    #private;
    constructor(batches: Batches);
    idOf(row: ExportObject, stamp: Stamp, standing: Standing): string;
}
export {};
