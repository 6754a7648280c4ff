/**
 * Maps 64-bit fingerprints to numbers, with open addressing: 4 bytes for each word of an entry at a load of 0.38 to 0.75.
 * The words of the last found or added entry are in `slots` from `at` on; the first two are its fingerprint.
 */
export declare class FingerprintMap {
    #private;
    size: number;
    slots: Uint32Array;
    at: number;
    /**
     * @param words number of words of an entry, including the two of its fingerprint
     * @param expected so many entries have room from the beginning
     */
    constructor(words: number, expected?: number);
    /** True if the fingerprint has an entry; its halves may be signed or not. */
    find(lo: number, hi: number): boolean;
    /** Adds an entry right after `find` has found none; its other words are 0. */
    add(lo: number, hi: number): void;
    /** Removes all entries, and keeps their room. */
    clear(): void;
    /** The words of all entries, by table. An entry begins at every multiple of `words`; it is free if its first two are 0. */
    get tables(): readonly Uint32Array[];
}
/** Numbers of texts, by fingerprint: whole ones above 0, in 12 bytes each at best. */
export declare class TextNumbers {
    #private;
    /** 0 if the text has none. */
    get(text: string): number;
    set(text: string, number: number): void;
}
