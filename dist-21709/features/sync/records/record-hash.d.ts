import type { Step } from '../../../delivery/plan.ts';
/**
 * Fingerprints of the bytes of records: equal ones mean that a record is the same as in the last sync. They are seeded with
 * a secret, so that they are useless without it, but they are not cryptographic digests. One object serves all records;
 * `lo` and `hi` are those of the last one.
 */
export declare class RecordHash {
    #private;
    lo: number;
    hi: number;
    /** @param meaning everything that decides what the bytes of a record mean: another meaning gives other fingerprints */
    constructor(secret: string, meaning: unknown);
    take(bytes: Uint8Array, start: number, end: number): void;
}
/** Everything that decides what the bytes of a file's records mean. */
export declare function recordMeaning({ entity, sources, mappings, policies }: Step, file: number): unknown;
