import type { Files } from '../system/files.ts';
import { KeyFilter } from './filter-file.ts';
import type { FingerprintMap } from './fingerprint-map.ts';
/** Place where an index puts the keys that are too many for memory. */
export type KeyRoom = {
    /** Of a file that is written over, and deleted in the end. */
    readonly path: string;
    readonly files: Files;
    /** Number of keys that are held in memory; beyond, a quarter of them. */
    readonly most: number;
};
/**
 * The stamps of an index that are not in memory. Most keys that are looked for are new: a filter in memory knows nearly all
 * of them. Only the others are searched on disk.
 */
export declare class KeysOnDisk implements Disposable {
    #private;
    /** The stamp that was found last: the line, and the word with content, file and state. */
    line: number;
    tail: number;
    /** True if it is from before its refused rows were made free. */
    isReopened: boolean;
    /** Has all keys of it. */
    filter: KeyFilter;
    /** @param tables memory for the filter, all zeros, as much as that of a map with as many keys as the room allows */
    constructor(room: KeyRoom, tables: readonly Uint32Array[]);
    /** Moves the entries of a map to the disk; its memory becomes that of the filter, so that both are never held at once. */
    static from(room: KeyRoom, map: FingerprintMap): KeysOnDisk;
    /** Moves the entries of a map to the disk; the map is empty then. */
    add(map: FingerprintMap): void;
    /**
     * Takes over stamps that are in another file, and are not in the filter yet.
     * @param read gives them, in their order; later ones replace earlier ones
     */
    addLater(count: number, read: () => Iterable<Uint8Array>): void;
    /** Adds the stamps of a block of a file that `addLater` takes over. */
    note(block: Uint8Array): void;
    /** Finds the latest stamp of a fingerprint. */
    find(lo: number, hi: number): boolean;
    /** Frees the keys of all refused rows. */
    reopen(): void;
    /** Deletes its file. */
    [Symbol.dispose](): void;
}
/** Number of keys that are held in memory once others are on disk. */
export declare const laterMost: (most: number) => number;
