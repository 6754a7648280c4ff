/** The form of the times of a column, as judged from all its cells. */
export type TimeEvidence = {
    /** The value of `time:` in a pipeline: `iso`, `s`, `ms`, `us`, or a format such as `dd/MM/yyyy HH:mm`. */
    readonly time: string;
    /** True if every cell has a zone; an epoch time needs none. */
    readonly zoned: boolean;
    /** True if the cells are ambiguous, such as two units or a day that may be a month. */
    readonly ambiguous: boolean;
    /** Counts of the forms found, as a sentence. */
    readonly evidence: string;
    /** The earliest and the latest time, ISO 8601; without an offset if the column has no zone. */
    readonly first: string;
    readonly last: string;
    /** The format with the month first, if nothing shows whether day or month comes first; `time` has the day first. */
    readonly monthFirst?: string;
    /** The number of times before the one that the caller asked about; absent if it did not ask. */
    readonly older?: number;
};
/** Counts the time forms of all cells of a column, because one cell alone does not show the unit. */
export declare class TimeFormCounter {
    #private;
    /** @param before epoch seconds; times before it are counted */
    constructor(before?: number);
    add(cell: string): void;
    /** The numbers of times that are later, and that are earlier, than the one before them. */
    get order(): {
        readonly rising: number;
        readonly falling: number;
    };
    /** Undefined if fewer than nine in ten cells are times. */
    get evidence(): TimeEvidence | undefined;
}
