import type { KeptBytes, StateStore } from '../../../files/state/state-store.ts';
/** Words of one record: both halves of the fingerprint, its row number in the ledger (0 for none), and its shape. */
export declare const RECORD_WORDS = 4;
/** A record's length in bytes and the line ends inside it, as one word; 0 if they do not fit. */
export declare const shapeOf: (length: number, innerLines: number) => number;
/** The record's length in bytes. */
export declare const lengthOf: (shape: number) => number;
/** The number of line ends inside the record. */
export declare const innerLinesOf: (shape: number) => number;
/** Reads the fingerprints of an entity's records in file order. */
export declare class RecordHashReader implements Disposable {
    #private;
    /**
     * Opens what the last finished sync has stored; what is missing counts as no records.
     * @param isCurrent false for what is of another time than the ledger: it is not used
     */
    static open(state: StateStore, name: string, isCurrent: boolean): RecordHashReader;
    /** @param end where the records end, bytes */
    constructor(kept: KeptBytes | undefined, end: number);
    /** All records that there are. */
    get records(): number;
    /** Continues with the record of this number, from 0. */
    seek(record: number): void;
    /** Fills `words` with the next records; returns how many, 0 at the end. */
    read(words: Uint32Array): number;
    [Symbol.dispose](): void;
}
/** Writes the fingerprints of this sync, which replace those of the last sync on `publish`. */
export declare class RecordHashWriter implements Disposable {
    #private;
    /** @param name of the fingerprints to replace */
    constructor(state: StateStore, name: string);
    /** Drops all records. */
    restart(): void;
    /** @param shape as `shapeOf` gives it */
    add(lo: number, hi: number, row: number, shape: number): void;
    /** Links a record, by its number from 0, to a row of the ledger; 0 for none. */
    link(ordinal: number, row: number): void;
    /** Takes the links to some rows of the ledger away. */
    unlink(rows: ReadonlySet<number>): void;
    /** Reads the records added so far; a later `link` changes what it reads. */
    reader(): RecordHashReader;
    /** Replaces what the last sync has stored, with a stamp of the ledger; when it returns, that survives a power cut. */
    publish(stamp: string): void;
    [Symbol.dispose](): void;
}
