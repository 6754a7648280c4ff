import type { AllPolicies } from '../export-rules.ts';
import type { RecordPlace, SourceUser } from '../neutral.ts';
import type { ExportTally } from '../tally.ts';
import type { ExportTable } from './export-table.ts';
import { type SourceMetadata } from './legal-cells.ts';
export declare const USER_COLUMNS: string[];
/** Stand-in for an author: the id of a user, or the reason for which what they wrote is left out. */
export type Author = {
    readonly id: string;
} | {
    readonly dropped: string;
};
/** A name within the limit of the service. */
export declare const shortName: (name: string) => string;
/** Milliseconds as whole seconds; undefined for no time. */
export declare const wholeSeconds: (ms: number | undefined) => string | undefined;
/** Adds to an error of an author where the export names them. */
export declare function namedAt<T>({ file, line }: RecordPlace, work: () => T): T;
/** The users of an export, and those who stand in for people that it does not list. */
export declare class People {
    #private;
    constructor(table: ExportTable, metadata: SourceMetadata, policies: AllPolicies, tally: ExportTally);
    /**
     * The id of a person or of a stand-in among the ids of this export. Where both have the same one, the person who is in
     * the list keeps it.
     */
    idOf(id: string): string;
    /** Sentences about people who have the id of a stand-in. */
    get notes(): readonly string[];
    /** Counts a mention in a text that is written. */
    mention(id: string): void;
    /** The number of people who became users though the export does not list them. */
    get unlisted(): number;
    add(user: SourceUser, place: RecordPlace): void;
    isKnown(id: string): boolean;
    /** True if somebody is listed as a program. */
    isBot(id: string): boolean;
    isSkipped(id: string): boolean;
    nameOf(id: string): string;
    /**
     * Finds who stands for a person: themselves if they are listed, else as the policy says. A program that is not listed is a
     * user of its own.
     * @throws RunError `EXPORT.USER_UNKNOWN` with `sender: fail`
     */
    author(id: string, name?: string, isBot?: boolean): Author;
    /** The stand-in for nobody: the author of messages of the system. */
    system(): Author;
    /** Writes those who were not listed. */
    finish(): void;
}
