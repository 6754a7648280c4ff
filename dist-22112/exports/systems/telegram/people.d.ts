import { KeySet } from '../../../keys/key-table.ts';
import type { ExportInput, PeopleSink } from '../../export-reader.ts';
import type { ExportFile } from '../../files/export-files.ts';
import type { SourceMessage, SourceTopic } from '../../neutral.ts';
import { type Outline } from './chats.ts';
import { type ChatOf } from './conversations.ts';
import { Batches } from './identities.ts';
import type { Times } from './times.ts';
/** A file, and what it says beside its messages. */
type ReadFile = {
    readonly file: ExportFile;
    readonly outline: Outline;
};
/** Reads who is in the chats of an export, which only its messages tell, and what else must be known before these are read. */
export declare class PeoplePass {
    #private;
    readonly files: ReadFile[];
    /** By chat; none for chats that are left out. */
    readonly chats: Map<string, ChatOf>;
    readonly topics: Topics;
    readonly batches: Batches;
    /** Messages that are answered: what an account knows their chat by, and number. */
    readonly answered: KeySet;
    /** By what numbers the messages of a chat, and the number. */
    readonly pins: Map<string, {
        readonly at?: number | undefined;
        readonly by?: string | undefined;
    }>;
    constructor(input: ExportInput, sink: PeopleSink, times: Times);
    isUser(id: string): boolean;
    read(files: readonly ExportFile[]): Promise<void>;
}
type Topic = NonNullable<SourceMessage['topic']>;
/**
 * Knows which topic a message is of. Telegram does not say it: a message of a topic answers the message that opened it, or
 * another one of it. Memory: 12 bytes for each message of a topic.
 */
declare class Topics {
    #private;
    add({ conversation, id, name }: SourceTopic): void;
    /**
     * The topic of a message, and whether the message that it answers only opened it.
     * @param answered the number of the message that it answers
     */
    of(conversation: string, id: string, answered: string | undefined): {
        readonly topic: Topic;
        readonly isDirect: boolean;
    } | undefined;
}
export {};
