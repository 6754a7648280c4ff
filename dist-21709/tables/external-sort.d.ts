import { type TemporaryPlace } from '../files/buffered-file.ts';
/**
 * Sorts records by a number, in flat memory: sorted runs go to disk and are merged. Records with equal keys are in the order
 * of their second number, and keep their order if that is equal too. A record is a key, some 32-bit words, and a text, which
 * comes back as its UTF-8 bytes.
 *
 * First `add` every record, then `next` until it is false; then the sorter is empty and can be used again.
 */
export declare class ExternalSort implements Disposable {
    #private;
    /** The record that `next` has found: its words, and its text as UTF-8 from `start` to `end` in `bytes`. */
    readonly words: Uint32Array;
    bytes: Buffer;
    start: number;
    end: number;
    /**
     * @param words the number of words of a record
     * @param runBytes the memory for the records of a run
     */
    constructor(place: TemporaryPlace, words: number, runBytes?: number);
    /**
     * @param key not NaN
     * @param words copied
     * @param second decides between equal keys: a whole number from 0, below 2^32
     * @throws RunError `STATE.UNWRITABLE` if a run cannot be written
     */
    add(key: number, words: ArrayLike<number>, text: string, second?: number): void;
    /** The same with a text as UTF-8, which is copied. */
    addBytes(key: number, words: ArrayLike<number>, { bytes, start, end }: {
        readonly bytes: Uint8Array;
        readonly start: number;
        readonly end: number;
    }): void;
    /** Finds the next record in order; false if there is none. */
    next(): boolean;
    [Symbol.dispose](): void;
}
/** The runs of a merge: small numbers, ordered by what each of them has next. */
export declare class MergeHeap {
    #private;
    /** @param isLess whether what run `a` has next comes before what run `b` has next */
    constructor(isLess: (a: number, b: number) => boolean);
    /** The run that has the next record; undefined if all have ended. */
    get first(): number | undefined;
    add(run: number): void;
    /** Puts the first run in order again, after its next record has changed. */
    sink(): void;
    /** Removes the first run, which has ended. */
    drop(): void;
}
