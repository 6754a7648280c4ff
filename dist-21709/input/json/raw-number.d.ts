/** A whole number of any size as a value that `JSON.stringify` writes with all its digits. */
export declare const rawNumber: (value: bigint) => object;
/** True if a value is one that `rawNumber` made. */
export declare const isRawNumber: (value: unknown) => boolean;
/** True if a value has a bigint in it, which JSON cannot write. */
export declare function hasBigint(value: unknown): boolean;
/**
 * Replaces every bigint in a JSON value by raw JSON, so that it is written with its original digits. Returns the same
 * value if there is none.
 */
export declare function exact(value: unknown): unknown;
