/**
 * Cells of users, groups and members that the service takes whatever the export has: without its user or its group, every
 * message of a conversation would be left out for an odd avatar.
 */
/** A text without NUL and halves of surrogate pairs, which the service cannot store. */
export declare const storedText: (text: string) => string;
/** A time in milliseconds as whole seconds; undefined for one that the service does not take. */
export declare function legalSeconds(ms: number | undefined): string | undefined;
/** As many tags as the service takes. */
export declare function tagsCell(tags: readonly string[]): string | undefined;
/** Makes the metadata of users and groups. */
export declare class SourceMetadata {
    #private;
    constructor(system: string);
    /** The number of users and groups that had more than there is room for. */
    get cut(): number;
    /** The cell with what is known of a user or a group; what has no room is left out, the largest first. */
    cell(id: string, rest: Readonly<Record<string, unknown>>): string;
}
