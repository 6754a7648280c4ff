/** The way in which a scan over one CSV record ended. */
export type ScanEnd = 
/** At a line end or at the end of the text: the record is complete. */
'record'
/** At the bound, outside quotes. */
 | 'unended'
/** At the bound, inside a quoted cell; the quote opened at `at`. */
 | 'unclosed'
/** At `at`: text after a closing quote. */
 | 'after-quote'
/** At `at`: a quote inside a cell without quotes. */
 | 'inner-quote';
/**
 * Finds the end of one record and its cells. A quote opens only at the start of a cell, `""` inside quotes is a quote,
 * and after a closing quote only a delimiter, a line end or the end of the text may follow. The result is in the fields
 * and valid until the next scan, so that no object is made for a row.
 */
export declare class CsvScanner {
    #private;
    /** Index after the record's text, at its line end. */
    end: number;
    /** Index after the line end. */
    next: number;
    /** Number of cells in the record. */
    cells: number;
    /** Number of line ends inside the record, in quotes. */
    innerLines: number;
    /** Index of the fault. */
    at: number;
    /** Index of the opening quote of the first cell with a line end; valid only if `innerLines` is not 0. */
    spanAt: number;
    /** For each cell: its first index, the index after it, and its form; further cells are only counted. */
    readonly starts: Int32Array;
    readonly ends: Int32Array;
    readonly forms: Uint8Array;
    /**
     * @param delimiter one ASCII character, neither a quote nor a line end
     * @param cellsKept the number of cells whose bounds are kept
     */
    constructor(delimiter: string, cellsKept: number);
    /**
     * Scans from the first byte of a record up to `bound`.
     * @param last whether the text ends at `bound`; if not, the scan ends where the next byte would decide
     */
    scan(bytes: Buffer, start: number, bound: number, last: boolean): ScanEnd;
}
/** The end of a physical line: where its text ends, and where the next line begins. */
export type LineEnd = {
    readonly end: number;
    readonly next: number;
};
/** Index after the LF or CR LF at an index; -1 if there is none, or if the bound is too near to decide. */
export declare function lineEndAt(bytes: Buffer, at: number, bound: number): number;
/**
 * The first line end (LF, CR LF or CR) in `bytes` from `from` up to `bound`. A CR just before the bound counts only if
 * the text ends there (`last`).
 */
export declare function lineEndIn(bytes: Buffer, from: number, bound: number, last: boolean): LineEnd | undefined;
/**
 * The limit up to which a scan may read. At `bound` the text ends (`last`), a row is too long (`over`), or bytes
 * are missing.
 */
export type SearchWindow = {
    readonly bound: number;
    readonly last: boolean;
    readonly over: boolean;
};
/** True if more bytes are needed to find the end of a record. */
export declare function isUndecided(how: ScanEnd, { last, over }: SearchWindow): boolean;
