import type { BufferedFile } from '../../../../files/buffered-file.ts';
import type { KeptBytes } from '../../../../files/state/state-store.ts';
/** Rows of one shard that stand next to each other in one file. */
export type RowRun = {
    /** The number of the first row among the data rows of its file, from 1, and how many there are. */
    readonly row: number;
    readonly rows: number;
    /** Its physical line, from 1, and how many lines they have. */
    readonly line: number;
    readonly lines: number;
    /** Its offset, and how many bytes they have, what stands between them among these. */
    readonly byte: number;
    readonly bytes: number;
};
/** Place of the runs of one file among those of a shard. */
export type RunSection = {
    readonly from: number;
    readonly bytes: number;
    readonly runs: number;
    readonly rows: number;
    /** The number of the last row; 0 if there is none. */
    readonly last: number;
};
/** Writes the runs of a shard, each as its distance from the one before and its size: some six bytes. */
export declare class RunWriter {
    #private;
    constructor(file: BufferedFile);
    add({ row, rows, line, lines, byte, bytes }: RowRun): void;
    /** Ends the runs of a file; those of the next one follow. */
    endSection(): RunSection;
}
/** A run, and where its rows stand among those of the shard alone. */
export type OwnRun = RowRun & {
    /** Rows, lines and bytes of the section before it. */
    readonly ownRow: number;
    readonly ownLine: number;
    readonly ownByte: number;
};
/** The runs of one file, on disk; one block of them is in memory. */
export declare class RunTable {
    #private;
    readonly section: RunSection;
    /** @param kept the runs of the shard, open as long as this is used */
    constructor(kept: KeptBytes, section: RunSection);
    /** All runs, in order. */
    [Symbol.iterator](): Generator<OwnRun>;
    /** The number of the last row. */
    get last(): number;
    /** True if a row of the file, by its number, is one of the shard. */
    has(row: number): boolean;
    /** The run that has a line of the section alone, from 1. */
    runAt(ownLine: number): OwnRun | undefined;
}
