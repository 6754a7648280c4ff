/** The parts of a key as one text: different parts never give the same text, and the order is that of the parts. */
export declare function joinedKey(parts: readonly string[]): string;
/** A set of keys in flat memory: about 12 bytes each. Two keys are the same with a chance of 1 in 2^64. */
export declare class KeySet {
    #private;
    get size(): number;
    /** Adds a key; false if the set has it already. */
    add(parts: readonly string[]): boolean;
    has(parts: readonly string[]): boolean;
}
/** Numbers equal rows within each file, in flat memory: about 18 bytes for each distinct row. */
export declare class EqualRows {
    #private;
    /** The number of a row among the equal ones of its file so far, from 1. */
    next(file: number, lo: number, hi: number): number;
    /** Forgets all rows: those that follow are of other files. */
    clear(): void;
}
/**
 * Numbers the equal rows of one file before they are sorted by time, as they will stand then: so nothing is kept of the files
 * before. That is not known of a file with very many rows, and of one whose equal rows change places.
 */
export declare class EqualRowsOfFile {
    #private;
    /** The number of a row among the equal ones so far, from 1; undefined if it is not known. */
    next(time: number, lo: number, hi: number): number | undefined;
    /** Begins another file. */
    clear(): void;
}
/**
 * Which row of a key stays; with `error` the first one, and the others are rejected. `lastInput`: those of the last input that
 * has the key, be they several.
 */
export type Keep = 'first' | 'last' | 'error' | 'lastInput';
/**
 * Finds the rows that do not stay because of another row with their key, in one pass and in flat memory: about 24 bytes
 * for each distinct key, and one bit for each row. Rows are numbered from 0, at most 4 billion.
 */
export declare class RepeatedKeys {
    #private;
    /** The number of rows that do not stay. */
    repeated: number;
    constructor(keep: Keep);
    /**
     * Notes that a row has the key of this fingerprint.
     * @param input which rows are read before which: rows of an earlier one may come later, such as replies
     */
    note(row: number, lo: number, hi: number, input?: number): void;
    /** True if a row does not stay. */
    isRepeated(row: number): boolean;
}
