/** A broken element of a JSON array. */
export type BrokenElement = {
    readonly bytes: Buffer;
    readonly start: number;
    /** The search ends at this index. */
    readonly limit: number;
    /** The blanks before the element on its line; undefined if other text precedes it. */
    readonly indent: string | undefined;
    /** Index of the fault, if known. */
    readonly faultAt: number | undefined;
};
/**
 * Finds the next element after a broken one: a complete object that is followed by a comma or the end of the array, and
 * that begins as the broken one does: on its own line with the same indentation or, if the array is on one line, with
 * the same first name. If elements are on their own lines, a nested object is never taken for an element.
 */
export declare function nextElement(broken: BrokenElement): number | undefined;
export declare const isBlank: (byte: number | undefined) => boolean;
/** The end of an element without trailing blanks and commas. */
export declare function trimmed(bytes: Buffer, start: number, end: number): number;
