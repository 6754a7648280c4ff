/** The two 32-bit halves of a 64-bit fingerprint; not for secrets. */
export type Fingerprint = {
    readonly lo: number;
    readonly hi: number;
};
/** The start values of the two running sums of a fingerprint, and their factors for every byte. */
export declare const SEED_A: number;
export declare const SEED_B = 1103547991;
export declare const PRIME_A: number;
export declare const PRIME_B = 1597334677;
/** The lower half of a fingerprint from its two running sums. */
export declare function mixLo(a: number, b: number): number;
/** The upper half of a fingerprint; `lo` is the lower half. */
export declare function mixHi(lo: number, b: number): number;
/**
 * Fingerprint of a text's UTF-8 bytes. With 10 million keys, the chance that any two collide is about 3 in a million.
 */
export declare function fingerprint64(text: string): Fingerprint;
/** The fingerprint of the text whose UTF-8 bytes are those from `from` to `end`. */
export declare function fingerprintOf(bytes: Uint8Array, from: number, end: number): Fingerprint;
