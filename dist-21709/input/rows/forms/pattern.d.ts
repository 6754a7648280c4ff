/** A regular expression whose time is linear in the length of the text, whatever the expression. */
export type Pattern = {
    /** True if it matches anywhere in the text. */
    test(text: string): boolean;
    /** The first group of the first match, else the whole match; undefined if there is no match. */
    find(text: string): string | undefined;
    /** The named groups of the first match; undefined if there is no match. */
    groups(text: string): Readonly<Record<string, string>> | undefined;
};
/** @throws an Error if the text is not a regular expression, or is one that needs backtracking */
export declare function compilePattern(text: string): Pattern;
/** A regular expression that matches a text alone, whatever characters it has. */
export declare const patternOfText: (text: string) => string;
/** A pattern that a whole text has to match: `*` stands for any characters, everything else for itself. */
export declare const globPattern: (glob: string) => Pattern;
/** Finds the fault in a regular expression; undefined if it can be used. */
export declare function patternFault(text: string): string | undefined;
