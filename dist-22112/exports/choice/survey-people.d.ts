import type { ExportInput, ExportReader } from '../export-reader.ts';
import type { SourceConversation, SourceMember, SourceUser } from '../neutral.ts';
/** Looks at the people of an export before any of them is converted. Records without their ids are not passed to it. */
export type PeopleLook = {
    user?(user: SourceUser): void;
    conversation?(conversation: SourceConversation): void;
    member?(member: SourceMember): void;
};
/**
 * Passes the people of an export to several who need all of them before the first one is converted.
 * @throws RunError as the reader does
 */
export declare function surveyPeople(reader: ExportReader, input: ExportInput, looks: readonly PeopleLook[]): Promise<void>;
/** Ids, names and e-mails of an export, as far as they fit into memory, for `did you mean`. */
export declare class KnownNames {
    #private;
    add({ id, name, otherNames, email }: Names): void;
    /** Says what to do about a name that none of them is. */
    hint(name: string, otherwise: string): string;
}
/** The names of a record: its id, what people call it, and for users their e-mail. */
export type Names = Pick<SourceUser, 'id' | 'name' | 'otherNames' | 'email'>;
/** A name for comparison: letters with marks may be written in two ways. */
export declare const comparable: (name: string) => string;
/** Case does not count in e-mails. */
export declare const comparableEmail: (email: string) => string;
/** Names as a pipeline lists them: ids, names and e-mails, exact or with `*`. */
export declare class ChosenNames {
    #private;
    constructor(listed: readonly string[]);
    /** True if a record has one of the names. */
    match({ id, name, otherNames, email }: Names): boolean;
    /** The exact names that no record had. */
    get unknown(): readonly string[];
    /** The names with `*` that no record had. */
    get unmatched(): readonly string[];
}
