import type { RowSink } from '../../rows/record.ts';
import type { RowParser } from '../row-parser.ts';
import type { ParentColumn, RowsPath } from './json-path.ts';
import { JsonStructure } from './json-structure.ts';
/** Properties that all rows of one document share. */
export type DocumentFile = {
    /** The path of the file, for errors. */
    readonly path: string;
    /** The file's index in its step. */
    readonly file: number;
    readonly encoding: string;
    readonly rows: RowsPath;
    /** The columns that take a value from an object around the row. */
    readonly parents: readonly ParentColumn[];
    /** True if rows are the names under which they stand, and their value. */
    readonly isKeyed?: boolean;
    /** Last names of rows whose values are not read. */
    readonly unread?: ReadonlySet<string>;
};
/**
 * Parses the rows at a path of a JSON document, or of several documents one after the other. Keeps at most one row of
 * the maximum length and one piece in memory.
 */
export declare class JsonDocumentRows implements RowParser {
    #private;
    readonly structure: JsonStructure;
    /** @param byte where the document begins, after a byte order mark */
    constructor(of: DocumentFile, byte: number);
    push(piece: Buffer, sink: RowSink): void;
    end(sink: RowSink): void;
}
