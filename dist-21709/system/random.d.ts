/** Randomness as the tool sees it. A simulation passes one that a seed determines. */
export interface Random {
    /** At least 0, less than 1. */
    next(): number;
    /** So many bytes, as hexadecimal digits. */
    hex(bytes: number): string;
    /** A version 4 UUID. */
    uuid(): string;
}
/** The randomness of this machine: `next` for jitter, the others fit for secrets. */
export declare const realRandom: Random;
