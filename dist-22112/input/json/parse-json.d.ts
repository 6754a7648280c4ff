/** The deepest allowed nesting of JSON; the outermost value counts as 1. */
export declare const DEPTH_MAX = 64;
/**
 * The parsed text; undefined if it is not JSON.
 * @param longNumber whether the text has a long number: whole numbers that JavaScript would round become bigints, and
 * which fractions have lost digits is remembered
 */
export declare function parsedJson(text: string, longNumber: boolean): unknown;
/** JavaScript may round numbers with so many digits. */
export declare const LONG_NUMBER: RegExp;
/**
 * The value of a text that `JSON.stringify` wrote, with all digits of its whole numbers.
 * @throws SyntaxError if it is not JSON
 */
export declare const writtenJson: (text: string) => unknown;
/**
 * Parses a cell's JSON as strictly as a row's: returns the value, with all digits of whole numbers, or what is wrong.
 */
export declare function parseJsonCell(text: string): {
    readonly value: unknown;
} | {
    readonly reason: string;
};
/** The reason to refuse a number beyond 1.8e308. */
export declare const INFINITE = "a number is too large for JSON";
/** True if a parsed value contains an infinite number, which would be sent as null. */
export declare function hasInfinite(value: unknown): boolean;
