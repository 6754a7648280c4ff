import type { PeopleSink } from './export-reader.ts';
/**
 * Stands between a reader and who takes its people: a member who comes before their conversation goes on right after it. No
 * reader has to trust the order of the sections of its files.
 */
export declare class WaitingMembers<Sink extends Pick<PeopleSink, 'conversation' | 'topic' | 'member' | 'note'>> {
    #private;
    /** The sink that the reader is given. */
    readonly sink: Sink;
    constructor(taker: Sink);
    /** Passes on the members of conversations that never came. */
    finish(): void;
}
