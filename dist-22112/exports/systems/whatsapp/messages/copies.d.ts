import { type Chat, type Chats } from '../chats/chats.ts';
import { type Entry, passEntries, type Reading } from '../lines/entries.ts';
import { type ChatMessage } from './message.ts';
/** Passes the messages of a chat that can be read. */
export declare function passMessages(chat: Chat, { zone, reading }: {
    readonly zone: string;
    readonly reading: Reading;
}, take: (message: ChatMessage, id: string, entry: Entry) => void, unreadable?: Parameters<typeof passEntries>[2]['unreadable']): Promise<void>;
/** Change that one export of a conversation shows of a message that another one has with its earlier text. */
export type Changed = 'deleted' | 'edited';
/**
 * Findings of several exports of the same conversation about each other's messages: which copy has the file, and which messages
 * were deleted or edited after another one was made. Knows each message by some bytes.
 */
export declare class Copies {
    #private;
    /** @param file takes the file of a message once, from the export that has it */
    static of(chats: readonly Chat[], context: {
        readonly zone: Chats['zone'];
        readonly reading: Reading;
    }, file: (message: ChatMessage, id: string, entry: Entry, chat: Chat) => void): Promise<Copies>;
    /** True if the file of a message was taken from one of the exports. */
    hasFile(id: string): boolean;
    /** Change that another export shows of a message that it does not have as this one has it. */
    changed(chat: Chat, message: ChatMessage, id: string): Changed | undefined;
}
