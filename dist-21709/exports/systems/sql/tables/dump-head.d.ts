/** Facts about a dump that its beginning tells. */
export type DumpHead = {
    /** For people. */
    readonly label: string;
    /** True if nothing says which database has written it. */
    readonly isUnknown: boolean;
    readonly isPostgres: boolean;
    /** True if a backslash in a string escapes. */
    readonly isBackslashed: boolean;
    /** The encoding of the file; absent for UTF-8. */
    readonly encoding: string | undefined;
    /** A character set that is not known. */
    readonly unknownCharset: string | undefined;
    /** The line at the end of a whole dump; absent if it has none. */
    readonly lastLine: string | undefined;
};
/** True if a text is the beginning of a dump. */
export declare const isDumpHead: (head: string) => boolean;
/** Reads the beginning of a dump. */
export declare function dumpHead(head: string): DumpHead;
