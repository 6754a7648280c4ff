import type { KeptBytes } from '../files/state/state-store.ts';
import { type Files } from '../system/files.ts';
/**
 * A copy of a filter, so that a resumed run need not add all keys to it again. It is only a cache: it is not synced, and one
 * that is not whole, or not of this key file, is not used.
 */
export declare class FilterFile {
    #private;
    /** @param openKeys opens the key file, which only grows, to be read */
    constructor({ path, files }: {
        readonly path: string;
        readonly files: Files;
    }, openKeys: () => KeptBytes | undefined);
    /** @param covered bytes of the key file whose keys are all in the filter, more than 0 */
    save(filter: KeyFilter, covered: number): Promise<void>;
    /**
     * Adds the saved keys to a filter.
     * @param bytes of the key file that are valid
     * @returns how many of them the saved filter covers; 0 if it cannot be used
     */
    load(filter: KeyFilter, bytes: number): Promise<number>;
    /** Removes the filter: what follows the valid bytes of the key file is written over, and a filter that covers more would be of other keys. */
    remove(): Promise<void>;
}
/**
 * Says of fingerprints that they were certainly never added, or that they may have been: a blocked Bloom filter. With 27
 * bits for each key, one of 12,000 others is a false alarm, with 16 one of 800, with 8 one of 30.
 */
export declare class KeyFilter {
    #private;
    /** Its memory. */
    readonly tables: readonly Uint32Array[];
    /** @param tables memory, all zeros: a power of two of arrays, each of a power of two of words, at least 8 */
    constructor(tables: readonly Uint32Array[]);
    add(lo: number, hi: number): void;
    mayHave(lo: number, hi: number): boolean;
}
