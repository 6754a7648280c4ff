/** A date with or without a time of day, as one cell writes it. */
export type Dated = {
    /** Parts of a luxon format, in order; `A` and `B` are the two numbers that are day and month or month and day. */
    readonly parts: readonly DatedPart[];
    /** The two numbers; undefined if the month has a name or the year stands first. */
    readonly pair?: readonly [number, number];
    readonly zoned: boolean;
    /** Epoch seconds, a time without a zone read as UTC; undefined if there is no such date. */
    readonly seconds: (dayFirst: boolean) => number | undefined;
};
/** A token of a format, or text between tokens; `width` is the number of its digits, 0 if it has none. */
export type DatedPart = {
    readonly token: string;
    readonly width: number;
};
/** Reads a cell as a date in figures or with the name of a month; undefined if it is none. */
export declare function datedOf(cell: string): Dated | undefined;
