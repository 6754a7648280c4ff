import { type TablePlace } from '../../tables/prepared-table.ts';
import type { RecordPlace, UnreadableRow } from '../neutral.ts';
/** Numbers the files that rows come from; all tables of an export share it. */
export declare class FileNames {
    #private;
    readonly all: string[];
    numberOf(name: string): number;
}
/** Origin of a row of a table, with its file as a number. */
export type NumberedPlace = {
    readonly file: number;
    readonly line: number;
    readonly byte: number;
    readonly row: number;
    /** Which of the given paths the file is of. */
    readonly root: number;
};
/** The cells of a row, in the order of the columns of its table; undefined is an absent cell. */
export type Cells = readonly (string | undefined)[];
/** A row as the line of a table. */
export declare const lineOf: (cells: Cells) => string;
/** A row that cannot be read, or has no place in the service, as the line of a table. */
export declare const faultLine: ({ problem, raw }: UnreadableRow) => string;
/** A prepared table with rows of an export: of rows with the same key the last one stays. */
export declare class ExportTable implements Disposable {
    #private;
    readonly columns: readonly string[];
    constructor(columns: readonly string[], place: TablePlace, names: FileNames);
    /** The number of rows with the key of a later one. */
    get repeated(): number;
    /** The number of rows so far, also those that do not stay. */
    get rows(): number;
    /**
     * Leaves a row out, by its number from 0.
     * @returns false if it does not stay anyway
     */
    leaveOut(row: number): boolean;
    /** @param key absent if the row cannot have the key of another one */
    add(cells: Cells, place: RecordPlace | undefined, key?: string): void;
    fault(row: UnreadableRow, place: RecordPlace): void;
    /** Adds a row as the bytes of its line. */
    addBytes(bytes: Uint8Array, start: number, end: number, place: NumberedPlace): void;
    /** A place with its file as a number; a row without a place is of the first file. */
    numbered(place: RecordPlace | undefined): NumberedPlace;
    /**
     * @param inputs the paths of the files of the export
     * @throws RunError `STATE.UNWRITABLE`
     */
    finish(identity: string, inputs: readonly string[]): Promise<number>;
    [Symbol.dispose](): void;
}
