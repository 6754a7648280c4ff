import type { RowSink } from '../../rows/record.ts';
import type { ReadFrom } from '../../rows/row.ts';
import type { RowParser } from '../row-parser.ts';
/** Parses the rows of a text with one JSON object on each line. */
export declare class NdjsonRows implements RowParser {
    #private;
    /** @param from the position of the first bytes, and the number of rows before them */
    constructor(file: number, encoding: string, from: ReadFrom);
    push(bytes: Buffer, sink: RowSink): void;
    end(sink: RowSink): void;
}
