import type { MessageSink, PeopleSink } from '../export-reader.ts';
import type { SourceMessage } from '../neutral.ts';
export declare const madeUser: (id: string) => string;
/**
 * Stands between a reader and what converts its records, so that no text, name, address, e-mail or file of an export gets any
 * further: only how many there are, of which length, from whom to whom and when. What is not named here is left out.
 */
export declare class AnonymousRecords {
    #private;
    /** @param textOf converts the markup of a text, with made ids for mentions */
    constructor(textOf: (message: SourceMessage) => string);
    /** Sentences in place of what the reader says of the export. */
    get notes(): readonly string[];
    /** Counts something that would be said. */
    keepBack(count: number): void;
    people(sink: PeopleSink): PeopleSink;
    messages(sink: MessageSink): MessageSink;
}
/**
 * A text without its content: of the same length, in characters and in bytes, with its blanks, line ends and ASCII punctuation, and
 * with mentions of made ids. Letters become `x` and `X`, digits `0`.
 */
export declare const maskedText: (text: string) => string;
