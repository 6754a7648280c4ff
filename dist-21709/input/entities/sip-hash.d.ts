/**
 * SipHash-2-4 (Aumasson and Bernstein, 2012): a digest that nobody can compute without the key, and much faster for
 * short texts than a cryptographic one. 64-bit numbers are pairs of 32-bit ones here.
 */
export declare class SipHash {
    #private;
    /** @param key 16 bytes */
    constructor(key: Buffer);
    /** The lower 48 bits of the digest of the first `length` bytes. */
    digest(bytes: Buffer, length?: number): number;
}
