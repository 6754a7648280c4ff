import type { Chat } from '../chats/chats.ts';
import type { Entry } from '../lines/entries.ts';
import { type MediaFile } from '../phrases/media.ts';
/** A message of a chat, before it has an id. */
export type ChatMessage = {
    /** Absent if the app says it itself, or if it is of who made the export and is called nothing but `You`. */
    readonly author?: string;
    readonly system?: string;
    /** Milliseconds since 1970. */
    readonly time: number;
    readonly text: string;
    /** The content that copies of it have in common, whoever exported them and however. */
    readonly content: string;
    readonly files: readonly MediaFile[];
    readonly isEdited: boolean;
    readonly isDeleted: boolean;
};
/** Reads what a message of a chat says. */
export declare function messageOf({ header, day, more }: Pick<Entry, 'header' | 'day' | 'more'>, { surveyed: { authors } }: Pick<Chat, 'surveyed'>, clock: WallClock): ChatMessage;
/**
 * Reads the times that the clock of a zone showed, in the order of a file. When clocks are put back, an hour comes twice:
 * times that go back in it are those of its second coming.
 */
export declare class WallClock {
    #private;
    constructor(zone: string);
    /** @param wallMs the time as if it were in UTC; milliseconds since 1970, as the result */
    instantAt(wallMs: number): number;
}
