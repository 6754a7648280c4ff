import type { RowSink } from '../rows/record.ts';
import type { Row } from '../rows/row.ts';
import type { Reading } from './source.ts';
/** Turns a file's bytes, in pieces of any size, into rows. Does no input or output. */
export interface RowParser {
    /** Adds the next bytes and passes the rows that are now complete to the sink. */
    push(bytes: Buffer, sink: RowSink): void;
    /** Passes the remaining rows to the sink at the end of the file. */
    end(sink: RowSink): void;
}
/** Parses bytes into chunks of at most `CHUNK_ROWS_MAX` values; rows if there is no reading. */
export declare function rowChunks<T = Row>(bytes: AsyncIterable<Buffer>, parser: RowParser, signal: AbortSignal, reading?: Reading<T>): AsyncGenerator<readonly T[]>;
/** A reading of rows that are changed before they become values; it gets no records, because they are as before. */
export declare function overRows<T>(change: (row: Row) => Row, reading?: Reading<T>): Reading<T>;
/** Parses all bytes and passes the rows to a sink. */
export declare function passRows(bytes: AsyncIterable<Buffer>, parser: RowParser, sink: RowSink): Promise<void>;
/** The row of a single record, as a parser of its file makes it; undefined if the bytes are not one whole record. */
export declare function rowOfRecord(parser: RowParser, record: Buffer): Row | undefined;
