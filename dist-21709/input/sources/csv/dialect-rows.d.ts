import type { RowSink } from '../../rows/record.ts';
import type { ReadFrom } from '../../rows/row.ts';
import type { RowParser } from '../row-parser.ts';
import type { Dialect } from './csv-dialect.ts';
import { type ValueWatch } from './csv-rows.ts';
/**
 * Properties that all rows of one file in a dialect share; `columns` is the number of cells of every row, 0 for any
 * number.
 */
export type DialectFile = {
    readonly dialect: Dialect;
    readonly columns: number;
    readonly encoding: string;
    /** The file's index in its step. */
    readonly file: number;
    /** The cells of the header, if the file has one. */
    readonly header?: readonly string[] | undefined;
};
/**
 * Parses the rows of a CSV text in a dialect that RFC 4180 does not have. csv-parse finds the records; after a fault, the
 * line on which the record begins is refused, and the next line begins a new record. Keeps at most one row of the
 * maximum length and two pieces in memory.
 */
export declare class DialectRows implements RowParser {
    #private;
    /** @param from the position of the first bytes, and the number of rows before them */
    constructor(of: DialectFile, from: ReadFrom, watch?: ValueWatch);
    push(piece: Buffer, sink: RowSink): void;
    end(sink: RowSink): void;
}
