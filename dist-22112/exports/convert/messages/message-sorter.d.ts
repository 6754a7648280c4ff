import type { TemporaryPlace } from '../../../files/buffered-file.ts';
import type { SourceFile, SourceGivenReaction, SourceMessage } from '../../neutral.ts';
import type { NumberedPlace } from '../export-table.ts';
import type { KnownMessage, SorterDeps } from './sorter-deps.ts';
/**
 * Brings the messages of an export together with their other copies and with what stands beside them, and into the order
 * of time, in flat memory. Messages of the same time are in the order in which they were read. The lines of messages are
 * sorted once, by time; the keys are sorted beside them, and tell which messages are left out or changed.
 */
export declare class MessageSorter implements Disposable {
    #private;
    constructor(place: TemporaryPlace, deps: SorterDeps);
    /** Sentences about copies that were recognised by their content. */
    get notes(): readonly string[];
    /**
     * @param key of the message
     * @param lines of its rows, each after the mark of its table and before a line end
     */
    add(key: string, lines: string, { shape, ...known }: KnownMessage & {
        readonly shape: number;
    }): void;
    /** Adds a message that becomes rows when all have been read: its files are added on their own, or its conversation is undecided. */
    addWhole(key: string, message: SourceMessage, known: KnownMessage): void;
    addFile(key: string, file: SourceFile, place: NumberedPlace): void;
    addReaction(key: string, reaction: SourceGivenReaction, place: NumberedPlace): void;
    /** Writes everything to the tables. */
    finish(signal: AbortSignal): Promise<void>;
    [Symbol.dispose](): void;
}
