import type { Data, Entity } from './entity.ts';
/** The content of a row as two digests. If both are equal, there is nothing to write. */
export type RowVersion = {
    /** Of all fields that can change later. */
    readonly content: number;
    /** Of all fields that cannot change after the creation. */
    readonly fixed: number;
};
/** 32 bits of a version, to tell a repeated row from a contradicting one. */
export declare const versionHash: (content: number, fixed: number) => number;
/**
 * Makes the version of a row. It depends on a secret, so that nobody without it can test guesses of a row's content.
 */
export type VersionOf = (entity: Entity, data: Data) => RowVersion;
/** The algorithm by which the digests of versions are made. Ledgers of 0.1.0 have SHA-256. */
export type VersionDigest = 'sha256' | 'siphash';
/** Digests texts in UTF-8. Of each digest 48 bits are kept, which fit into a number: two texts collide once in 2^48. */
interface TextDigest {
    /** The digest of the first `length` bytes, by default of all. */
    of(text: Buffer, length?: number): number;
}
/** The functions and keys by which the versions of rows are made. */
export type Versions = {
    readonly of: VersionOf;
    /** The digest of one part of a row. */
    readonly ofPart: (part: Data) => number;
    /** The digest of a part of a row, of its canonical JSON. */
    readonly digest: TextDigest;
    /** The key of SipHash; undefined for another digest. */
    readonly sipKey: Buffer | undefined;
};
/** @param secret any text; versions with different secrets, or different digests, cannot be compared */
export declare function versionsWith(secret: string, name: VersionDigest): Versions;
export declare const isSameVersion: (a: RowVersion, b: RowVersion) => boolean;
/** Canonical JSON of a part of a row. Its fields already have a fixed order; members of nested objects are sorted. */
export declare function canonical(fields: Data): string;
export {};
