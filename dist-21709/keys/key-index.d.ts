import type { KeyFilter } from './filter-file.ts';
import { type KeyRoom } from './keys-on-disk.ts';
/**
 * So many keys of an entity are held in memory, in 17 MB. Of more, a quarter is, and those 17 MB become a filter: with ten
 * million keys, one new key of 300 is a false alarm, which costs some reads of 4 KB.
 */
export declare const KEYS_IN_MEMORY = 700000;
/** The outcome of the row that a key belongs to. */
export type KeyState = 'landed' | 'invalid' | 'refused';
/** The state in a stamp: the outcome of its row, and of a user who has landed also that it is deactivated. */
export type StampState = KeyState | 'inactive';
/** A key's fingerprint with the place where it was first seen; stored on disk for each row with a key. */
export type Stamp = {
    readonly lo: number;
    readonly hi: number;
    /** Fingerprint of the row's content; it separates repeated rows from contradicting ones. 22 bits are stored. */
    readonly content: number;
    readonly line: number;
    /** Index of the file; `FILE_UNKNOWN` means that file or any later one. */
    readonly file: number;
};
/** The index of every file from here on. */
export declare const FILE_UNKNOWN = 255;
/** Bytes of one stamp with its state, in memory and on disk. */
export declare const STAMP_BYTES: number;
/** The stored part of a content fingerprint. */
export declare const contentOf: (fingerprint: number) => number;
/**
 * Every key of an entity seen so far, as 64-bit fingerprints in open-addressing tables: about 28 bytes a key. With room on
 * disk, memory has an upper bound: what is too much is moved there, and a filter knows nearly all keys that are new. It is
 * for entities that no row refers to, because there a key that is found is an exception.
 */
export declare class KeyIndex implements Disposable {
    #private;
    /** Number of times that keys were moved to the disk: each time, all that were added before are in the filter. */
    moves: number;
    /** @param room on disk; without it, all keys are held in memory */
    constructor(room?: KeyRoom);
    /** Number of keys in memory. */
    get size(): number;
    /** The outcome of the row with this key; undefined if no row had it. */
    state(key: string): KeyState | undefined;
    /** The place of the row with this key; undefined if no row had it. */
    find(key: string): Stamp | undefined;
    /** The outcome of the row whose key has this fingerprint; undefined if no row had it. */
    stateOf(lo: number, hi: number): KeyState | undefined;
    /** True if the row with this key has landed, and its user is deactivated. */
    isInactive(key: string): boolean;
    /** True if the row with this fingerprint is valid. */
    hasLanded(lo: number, hi: number): boolean;
    /** True if any row had the key of this fingerprint. */
    has(lo: number, hi: number): boolean;
    /** The keys of all valid rows, for whoever looks them up in another way: as the entries of tables. */
    get landed(): {
        readonly size: number;
        readonly tables: readonly Uint32Array[];
        readonly words: number;
        readonly counts: (table: Uint32Array, at: number) => boolean;
    };
    /** Records the key of a valid row that is the first with this key. */
    land(lo: number, hi: number, content: number, line: number, file: number): void;
    /**
     * Records a row's key. The key of an invalid row can be used again.
     * @returns `first`: the place of the earlier row with the key, undefined if this row is the first
     */
    add(key: string, state: StampState, place: Omit<Stamp, 'lo' | 'hi'>): {
        first?: Stamp;
        stamp: Stamp;
    };
    /** Writes a stamp and replaces an earlier one. */
    set(stamp: Stamp, state: StampState): void;
    /** Frees the keys of all refused rows, like those of invalid rows: these rows come again after correction. */
    reopen(): void;
    /** Reads encoded stamps, in order; a later one replaces an earlier one with the same key. */
    restore(bytes: Uint8Array): void;
    /**
     * Takes over encoded stamps that are too many for memory; false if they are not. They replace those before them. Then
     * all of them have to get into the filter, by `note` or otherwise.
     * @param read gives them again, in order, when one of them is looked for
     */
    restoreLater(count: number, read: () => Iterable<Uint8Array>): boolean;
    /** Knows the keys on disk; undefined if there are none. */
    get filter(): KeyFilter | undefined;
    /** Gets a block of the stamps that `restoreLater` took over. */
    note(bytes: Uint8Array): void;
    /** Forgets all keys, and deletes what it has on disk. */
    [Symbol.dispose](): void;
}
/** Stamps with their states as bytes for the disk: `STAMP_BYTES` each, in the machine's byte order. */
export declare class Stamps {
    #private;
    /** @param most how many are added at most */
    constructor(most: number);
    add({ lo, hi, content, line, file }: Stamp, state: StampState): void;
    /** Adds the stamp of a valid row, without an object for it. */
    addLanded(lo: number, hi: number, place: Omit<Stamp, 'lo' | 'hi'>): void;
    get bytes(): Uint8Array;
}
/** Stamps from their bytes on disk. */
export declare function decodeStamps(bytes: Uint8Array): Generator<{
    stamp: Stamp;
    state: KeyState;
}>;
