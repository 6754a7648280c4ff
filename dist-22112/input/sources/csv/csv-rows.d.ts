import { type Bounds, type ExpectedRecord, type RowSink } from '../../rows/record.ts';
import type { Problem, ReadFrom, Row } from '../../rows/row.ts';
import type { RowParser } from '../row-parser.ts';
import type { FaultyFrame, FrameSink } from './csv-bounds.ts';
/** The properties that all rows of one CSV file share. */
export type CsvDialect = {
    readonly delimiter: string;
    /** The number of cells of every row. */
    readonly columns: number;
    readonly encoding: string;
    /** The file's index in its step. */
    readonly file: number;
    /** The text of the header, if the file has one: files that were joined have it again. */
    readonly header?: Buffer | undefined;
};
/** Waits for the first value in each of some columns. */
export type ValueWatch = {
    /** The indices of the columns; `found` removes those that have a value. */
    readonly columns: ReadonlySet<number>;
    /** @param line the 1-based physical line of the row */
    found(column: number, line: number): void;
};
/** Parses the rows of a CSV text without its header. */
export declare class CsvRows implements RowParser, FrameSink, Bounds {
    #private;
    readonly file: number;
    readonly starts: Int32Array;
    readonly ends: Int32Array;
    readonly forms: Uint8Array;
    row: number;
    /** @param from the position of the first bytes, and the number of rows before them */
    constructor(dialect: CsvDialect, from: ReadFrom, watch?: ValueWatch);
    get bytes(): Buffer;
    get line(): number;
    get byte(): number;
    get recordStart(): number;
    get recordEnd(): number;
    get endLine(): number;
    get endByte(): number;
    get expected(): ExpectedRecord | undefined;
    push(piece: Buffer, sink: RowSink): void;
    end(sink: RowSink): void;
    good(): void;
    faulty({ byte, line, endByte, endLine, start, end, cells, fault, raw }: FaultyFrame): void;
}
/** The form of a row without any value, however many cells it has: left out, and counted as blank. */
export declare const blankRow: (cells: readonly string[], columns: number) => Pick<Row, 'leftOut' | 'values'>;
/** The same for cells. */
export declare const areBlank: (cells: readonly string[]) => boolean;
/** The fault of a row that is the header again. */
export declare const isHeaderFault: () => Problem;
