import type { MessageSink, PeopleSink } from '../export-reader.ts';
import type { ChoiceRules } from '../export-rules.ts';
import type { ExportTally } from '../tally.ts';
import { type PeopleLook } from './survey-people.ts';
/** Decides which records of an export are taken, when it has seen all of its people. */
export declare class Choice {
    #private;
    constructor({ include, exclude, since, until }: ChoiceRules);
    /** Takes the people of the export. */
    readonly look: Required<PeopleLook>;
    /**
     * Ends the look at the people.
     * @returns sentences about names with `*` that nothing has
     * @throws RunError `EXPORT.NAME_UNKNOWN` for an exact name that nothing has
     */
    finish(): readonly string[];
    /**
     * A record without its id is not left out: it is rejected.
     * @param name what a message calls somebody whom no list has
     */
    leavesUser(id: string, name?: string): boolean;
    leavesConversation(id: string): boolean;
    /** True if a time, in milliseconds since 1970, is outside. What is no time is not: it is said later what is wrong with it. */
    leavesTime(time: number): boolean;
}
/** Stands between a reader and what converts its records: people and conversations that are left out go no further. */
export declare function chosenPeople(sink: PeopleSink, choice: Choice, tally: ExportTally): PeopleSink;
/**
 * Passes on messages, those that are left out with the reason, and the reactions of users who are chosen. A message that is
 * left out goes on, too: of several copies of it a deleted one counts.
 */
export declare function chosenMessages(sink: MessageSink, choice: Choice, tally: ExportTally): MessageSink;
