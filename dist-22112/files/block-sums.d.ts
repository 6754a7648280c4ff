import type { KeptBytes, StateStore } from './state/state-store.ts';
/** Bytes that share a checksum: so exactly the place of a damage is known. */
export declare const SUMMED_BYTES: number;
/** The checksums of the first bytes of a file, as a checkpoint claims them. */
export type SumsClaim = {
    readonly bytes: number;
    /** The CRC-32 of each block of 256 KiB, 8 hexadecimal digits each; the last block may be shorter. */
    readonly crc: string;
};
/** The checksums of a file that only grows, without reading it again. */
export declare class BlockSums {
    #private;
    /** @param claim of the bytes that are in the file already */
    constructor({ bytes, crc }?: SumsClaim);
    /** Adds bytes that were appended to the file. */
    add(bytes: Uint8Array): void;
    get claim(): SumsClaim;
}
/** Damage in a file: where it is, and what is wrong. */
export type Damage = {
    /** The first byte that is missing, or the first of the block that is damaged. */
    readonly byte: number;
    /** Completes "<file> …". */
    readonly what: string;
};
/**
 * Reads the first bytes of what is kept under a name and computes their checksums; of fewer bytes if it is shorter.
 * Undefined if it does not exist.
 * @throws the error of the store
 */
export declare function sumsOf(state: StateStore, name: string, bytes: number): SumsClaim | undefined;
/** The checksums of the first bytes. */
export declare function sumsIn(kept: KeptBytes, bytes: number): SumsClaim;
/**
 * Compares the first bytes of what is kept under a name with a claim; undefined if they are what was claimed. Bytes after
 * them do not count.
 * @throws the error of the store if it exists and cannot be read
 */
export declare function damageIn(state: StateStore, name: string, claim: SumsClaim): Damage | undefined;
