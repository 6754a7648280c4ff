import { type ColumnKind, type DumpValue, type Unkept } from './dump-values.ts';
/** Place where a row begins. */
export type RowPlace = {
    readonly byte: number;
    readonly line: number;
};
/** The columns of a statement that are wanted. */
export type Wanted = {
    /** For each column of the statement, where its value goes; -1 if nobody wants it. */
    readonly slots: Int16Array;
    readonly kinds: readonly ColumnKind[];
    /** The number of values wanted. */
    readonly width: number;
};
/** Takes rows; the array of values is used again for the next one. */
export type TakeRow = (values: readonly DumpValue[], columns: number, place: RowPlace) => void;
/** Gathers the values of a row, one after the other. */
export declare class RowTaker {
    #private;
    readonly values: DumpValue[];
    /** The column whose value is next, from 0. */
    column: number;
    byte: number;
    line: number;
    constructor(wanted: Wanted, take: TakeRow);
    begin(byte: number, line: number): void;
    /** The slot of the next value; -1 if nobody wants it. */
    get slot(): number;
    get kind(): ColumnKind;
    /** Takes the next value, if it is wanted. */
    put(value: string | null | Unkept): void;
    /** Takes a value that is too long to be kept. */
    putTooLong(): void;
    end(): void;
}
/** True if a value that begins at a place and has no end in memory is too long. */
export declare const isTooLong: (from: number, end: number) => boolean;
