/** In which source file each row of the ledger was seen in this sync; one byte per row. */
export declare class SeenEntries {
    #private;
    /** The number of rows seen. */
    size: number;
    /** The largest row number of the ledger at the start of the sync. */
    readonly lastRow: number;
    constructor(lastRow: number);
    has(row: number): boolean;
    /** Records the index of the file; all indexes from 253 on count as one file. */
    add(row: number, file: number): void;
    /** Records that a row exists in a version that cannot be used; any usable one found later replaces it. */
    addUnread(row: number): void;
    /** The index of the file; -1 if no valid row was seen. */
    file(row: number): number;
    /** Ranges of rows that were not seen, each as first and last row. */
    gaps(): Generator<readonly [number, number]>;
}
