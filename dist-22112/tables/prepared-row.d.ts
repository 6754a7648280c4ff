import type { Bounds } from '../input/rows/record.ts';
import type { Row } from '../input/rows/row.ts';
/** A row of a prepared table; what leaves one out is `transform`, `onDuplicate` or `superseded`. */
export type PreparedRow = Pick<Row, 'values' | 'fault' | 'raw' | 'leftOut'>;
/** A row to prepare, with its position in its file. */
export interface PreparedInput extends PreparedRow {
    /** 1-based physical line. */
    readonly line: number;
    /** Offset of its first byte, if known. */
    readonly byte?: number;
    /** Its number among the data rows of its file, from 1, if known. */
    readonly row?: number;
    /** Index into the names of the table, if the row is not of the file that is read. */
    readonly file?: number;
    /** The extra cells, in the order of the table's extras; undefined is an absent cell. */
    readonly extras?: readonly (string | undefined)[];
    /** The CSV record that the values are the cells of; valid until the next row. Its bytes need not be encoded again. */
    readonly record?: Bounds;
}
/** Ids that are made once, when a row is written, and not again in every pass over the table. */
export type MadeCells = {
    /** The fields, for which the table gets a column each, or its objects a member where they have an id. */
    readonly fields: readonly string[];
    /** The ids of a row as in JSON, until the next call; empty for one that must be made of the cells of the row. */
    cellsOf(input: number, row: PreparedInput): readonly string[];
    /** The field whose id ends with the number of the row; its column is the last one before that number. */
    readonly numbered?: {
        readonly field: string;
        idOf(input: number, row: PreparedInput): string;
    } | undefined;
};
/** The extra cell of objects with what the caller names their input; a rejects file does not have it. */
export declare const INPUT: string;
/** The origin of a row of a prepared table. */
export type Origin = {
    /** Index into the names of the table; `NO_FILE` for a row that no file has. */
    readonly file: number;
    readonly line: number;
    /** -1 if it is not known. */
    readonly byte: number;
    /** Its number among the data rows of its file, from 1; absent if it is not known. */
    readonly row?: number;
};
/** The file of a row that no file has. */
export declare const NO_FILE = 4294967295;
/** A text as JSON. */
export declare const quoted: (text: string) => string;
/** A JSON array of texts. */
export declare const arrayText: (cells: readonly string[]) => string;
/** The beginning of the same, without its closing bracket. */
export declare const arrayHead: (cells: readonly string[]) => string;
/** The beginning of a JSON object, without its closing bracket; marks and a tab before one with long numbers. */
export declare function objectHead(values: Readonly<Record<string, unknown>>): string;
/** Returns the mark that stands before the row of a line with a fault or a rule that leaves it out. */
export declare function markOf({ fault, raw, leftOut }: Omit<PreparedRow, 'values'>): string;
/** The mark that stands before a row that a rule leaves out. */
export declare const leftOutMark: (rule: string) => string;
/** JSON without loss: all digits of long integers, and numbers beyond 1.8e308, which JSON would write as null. */
export declare function exactJson(value: object): {
    readonly json: string;
    readonly isLong: boolean;
};
/**
 * The row of a line.
 * @returns undefined if the line is not one that the writer writes
 */
export declare function rowOfLine(line: string): PreparedRow | undefined;
