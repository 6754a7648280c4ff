import type { RowSink } from '../../rows/record.ts';
import type { ReadFrom } from '../../rows/row.ts';
import type { RowParser } from '../row-parser.ts';
/**
 * Parses the rows of one JSON array of objects. The text between the elements is not checked: an extra or missing comma
 * loses no row. Keeps at most one row of the maximum length and one piece in memory.
 */
export declare class JsonArrayRows implements RowParser {
    #private;
    /** True if the array has ended. */
    closed: boolean;
    /** @param from a position after the opening bracket or after an element */
    constructor(file: number, encoding: string, from: ReadFrom);
    push(piece: Buffer, sink: RowSink): void;
    end(sink: RowSink): void;
}
