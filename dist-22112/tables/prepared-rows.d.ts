import { type RowSink } from '../input/rows/record.ts';
import type { ReadFrom } from '../input/rows/row.ts';
import type { RowParser } from '../input/sources/row-parser.ts';
/** Parses the rows of a prepared table. Only its writer makes such lines, so nothing is repaired here. */
export declare class PreparedRows implements RowParser {
    #private;
    /**
     * @param columns cells of a row; undefined if rows are objects
     * @param from the position of the first bytes, and the number of rows before them
     */
    constructor(path: string, file: number, columns: number | undefined, from: ReadFrom);
    push(piece: Buffer, sink: RowSink): void;
    end(): void;
}
