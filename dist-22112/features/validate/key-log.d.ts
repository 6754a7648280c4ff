import type { RowPlace } from '../../input/rows/row.ts';
/** A key or a reference to one, with its place in the sources. */
export type LoggedKey = {
    readonly file: number;
    readonly line: number;
    readonly byte: number;
    readonly content: number;
    /** Epoch seconds. */
    readonly sentAt: number;
    /** The bits passed to `add` or `refer`. */
    readonly marks: number;
};
/** Receives the findings of a key log, in no particular order. */
export interface KeyLogFindings {
    /** A key that occurred before; `first` is its first occurrence. */
    repeated(first: LoggedKey, again: LoggedKey): void;
    /** A reference, and the first occurrence of the key that it refers to; undefined if there is none. */
    referred(from: LoggedKey, to: LoggedKey | undefined): void;
    /** All rows of some keys were found, those of each key in the order of the sources; nothing more comes of these. */
    done?(): void;
}
/**
 * Every key of an entity, in bounded memory. Entries are partitioned by fingerprint; beyond 8 MB, all are written to a
 * temporary file, partition by partition. `resolve` then reads one partition after the other. Keys must be added in the order of the sources.
 */
export declare class KeyLog {
    #private;
    size: number;
    /**
     * Adds a key. `marks` are up to 31 bits that come back with it.
     * @throws RunError `STATE.UNWRITABLE` if the temporary files cannot be written
     */
    add(lo: number, hi: number, content: number, sentAt: number, place: RowPlace, marks: number): void;
    /** Adds a reference to a key, which may come earlier or later. */
    refer(lo: number, hi: number, sentAt: number, place: RowPlace, marks: number): void;
    /** Finds keys that occur more than once, and the key of each reference; partition by partition. */
    resolve(findings: KeyLogFindings): void;
    /** Removes the temporary files. */
    [Symbol.dispose](): void;
}
