import { type MadeCells, type PreparedInput } from './prepared-row.ts';
/** The ways in which a line ends after its own cells. */
export declare const ENDS: {
    readonly array: 0;
    readonly object: 1;
    /** The number of the row comes last; without a number, the cell is empty. */
    readonly numberedArray: 2;
    readonly numberedObject: 3;
    /** As above, and no cell comes before it. */
    readonly numberedEmptyObject: 4;
    /** As `numberedArray`; the cell before the number is an id that is still open: the number of the row belongs to it. */
    readonly numberedId: 5;
};
/** The settings that decide the cells of a table's rows. */
export type RowShape = {
    /** The columns of rows that are arrays of texts; undefined if the rows of the table are objects. */
    readonly columns?: readonly string[] | undefined;
    /** For each input, the columns of its rows if they are arrays although the table has objects. */
    readonly inputColumns?: readonly (readonly string[] | undefined)[];
    readonly extras: readonly string[];
    readonly isNumbered: boolean;
    readonly made?: MadeCells | undefined;
    readonly source?: ((input: number) => string) | undefined;
    /** The properties that the rows of an input have in common, if they are objects: the cell `$=input`. */
    readonly kind?: ((input: number) => string) | undefined;
};
/** The columns of a table; undefined if its rows are objects. A column of a file wins over an extra cell of its name. */
export declare function tableColumns({ columns, extras, isNumbered, source, made, }: RowShape): readonly string[] | undefined;
/** Writes rows as lines of a table, up to the number of the row. A column of a file wins over an extra cell of its name. */
export declare class RowText {
    #private;
    /** True if the last row could not be read, or is too large. */
    isFault: boolean;
    /** The way in which the line of the last row ends. */
    ends: number;
    /** The columns of the table; undefined if its rows are objects. */
    readonly columns: readonly string[] | undefined;
    constructor(shape: RowShape);
    /** The line of a row up to its end, which `rest` writes. A row that is too large becomes a fault. */
    head(input: number, row: PreparedInput): string;
    /** The rest of a line that ends as `ends` says; `nth` is 0 for a row that is not numbered. */
    rest(ends: number, nth: number): string;
    /** The cells of the last row, one for each column of the table, as they will be read; `nth` as for `rest`. */
    cells(input: number, { values }: PreparedInput, nth: number): readonly string[];
    /**
     * Returns the text that comes after the own cells of a row without a fault, up to the end of the line. Only for a
     * table with columns.
     */
    added(input: number, row: PreparedInput): string;
}
