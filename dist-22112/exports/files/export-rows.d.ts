import type { SourceOptions } from '../../input/sources/source.ts';
import type { RecordPlace, UnreadableRow } from '../neutral.ts';
import type { ExportFile, ExportFiles } from './export-files.ts';
/** A JSON object of a file. */
export type ExportObject = Readonly<Record<string, unknown>>;
/** Rows of a file that follow each other. */
export type RowRange = {
    /** The place of the first one. */
    readonly from: RecordPlace;
    /** The number of the last one. */
    readonly until: number;
};
/** Path of the rows of a JSON file, and who takes them. */
export type JsonRows = Pick<SourceOptions, 'rows' | 'parents' | 'keyed' | 'unread'> & {
    /** Only these rows. */
    readonly range?: RowRange;
    /** True if the row in these bytes is left out before it is parsed; not asked for rows that are certainly malformed. */
    skips?(bytes: Buffer, start: number, end: number): boolean;
    row(row: ExportObject, place: RecordPlace): void;
    /** @param values `$keys` of keyed rows */
    unreadable(row: UnreadableRow, place: RecordPlace, values: ExportObject): void;
};
/** Means of reading a file. */
type Reading = {
    readonly files: ExportFiles;
    readonly signal: AbortSignal;
};
/**
 * Passes the rows of a JSON file, in its order, in flat memory. One that breaks off among others is an unreadable row after
 * what was read of it: the others count.
 * @throws RunError `SOURCE.*` if the only file of the export cannot be read
 */
export declare function passJson(file: ExportFile, rows: JsonRows, reading: Reading): Promise<void>;
export {};
