import { type Files } from '../system/files.ts';
/** Words of a stamp: both halves of the fingerprint, and two that only its owner understands. */
export declare const STAMP_WORDS = 4;
export declare const SORTED_STAMP_BYTES: number;
/** The tables of stamps are chosen by so many upper bits of their fingerprints, as in a FingerprintMap. */
export declare const TABLE_BITS = 6;
/** A file of stamps. */
export type StampFile = {
    readonly fd: number;
    readonly files: Files;
};
/** Stamps in the order of their fingerprints, upper halves first, on disk; the first of each page is in memory. */
export declare class SortedStamps {
    #private;
    readonly count: number;
    private constructor();
    /**
     * Writes stamps that are in tables, as in a FingerprintMap: by the upper bits of their fingerprints, in any order. Of
     * equal ones in a table the first is found.
     * @param at where they begin in the file
     * @param most so many stamps at most in one table
     * @param onWritten called with each table once its stamps are written
     */
    static write(file: StampFile, at: number, tables: Iterable<Uint32Array>, most: number, onWritten?: (table: Uint32Array) => void): SortedStamps;
    /**
     * Writes the stamps of several files of them as one.
     * @param parts the newest first
     */
    static merge(file: StampFile, at: number, parts: readonly SortedStamps[]): SortedStamps;
    /** All stamps in order, some at a time; each block is valid until the next. */
    blocks(): Generator<Uint32Array>;
    get bytes(): number;
    /** The stamp of a fingerprint, valid until the next look-up; undefined if there is none. */
    find(lo: number, hi: number): Uint32Array | undefined;
}
