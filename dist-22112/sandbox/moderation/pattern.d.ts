/** A pattern of a rule or a list. Its time is linear in the length of the text: it never backtracks. */
export type Pattern = {
    /** True if it matches anywhere in the text. */
    readonly isIn: (text: string) => boolean;
    /** True if it matches the text from its beginning to its end. */
    readonly is: (text: string) => boolean;
};
/**
 * Says what is wrong with the first bad one of some patterns: it is not a regular expression, it needs backtracking
 * (look-around, back references), or it is greedy. Documented: greedy ones such as `.*` and `\d{10,}` are refused.
 * Assumed: a repetition without an upper bound is meant, unless `?` makes it a lazy one.
 */
export declare function patternFault(patterns: readonly string[]): string | undefined;
/** A pattern that has been checked. */
export declare function compilePattern(text: string): Pattern;
