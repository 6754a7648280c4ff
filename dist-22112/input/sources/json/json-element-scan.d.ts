/**
 * Finds the end of one element of a JSON array, in text that comes in pieces. An object, array or string ends with its
 * own closing character; anything else ends before a comma, a line end, a closing bracket or an object.
 */
export declare class JsonElementScan {
    #private;
    /** Continues the scan; returns the index after the element, or -1 if it continues beyond `to`. */
    run(bytes: Buffer, from: number, to: number): number;
    /** True if the element may end at the end of the text. */
    get isBare(): boolean;
}
/** The index after the element that begins at `start`, or -1 if it does not end before `to`. */
export declare function elementEnd(bytes: Buffer, start: number, to: number): number;
/** The start of the last string before `at`; after a fault in a string, it is the one that is not closed. */
export declare function lastTextBefore(bytes: Buffer, start: number, at: number): number;
