import type { Files } from '../../system/files.ts';
import type { WrittenPlace } from '../rows/place.ts';
import type { Row } from '../rows/row.ts';
import type { Source } from './source.ts';
/** The original position of a rejected row: the index of its file in the step, and the line. */
type RejectedFrom = {
    readonly file: number;
    readonly line: number;
};
/** Finds the original position that a row of a rejects file names; undefined if it is not known. */
export type RejectedFromOf = (place: WrittenPlace) => RejectedFrom | undefined;
/** Makes of a restored row, with the code that it was rejected with and the place that it names, the row that is read. */
export type RestoredRow = (row: Row, code: string, place: WrittenPlace) => Row;
/** True if a file is a rejects file: its header or its first object has all columns of reasons. */
export declare function isRejectFile(source: Source): Promise<boolean>;
/**
 * Reads a rejects file as the source of its rows: with the original names and cells, without the reasons. A row that
 * has only raw text is rejected again with the reason in the file.
 */
export declare function rejectSource(source: Source, originOf?: RejectedFromOf, readAs?: RestoredRow): Source;
/** Why a row is in a rejects file. */
export type Rejection = {
    readonly code: string;
    readonly field: string;
    readonly message: string;
    /** The original position of the row. */
    readonly file: string;
    readonly line: number;
};
/** The reasons in a rejects file, row by row; for a row that can no longer be read, the fault. */
export declare function rejections(source: Source, signal: AbortSignal): AsyncGenerator<Rejection>;
/** The columns of the source, of all columns of a rejects file. */
export declare function ownColumns(columns: readonly string[]): readonly string[];
/**
 * Opens a rejects file with its columns of reasons. Tries other separators than the declared one too: a spreadsheet
 * program may save with the separator of its locale.
 * @param file the file's index in its step
 * @param spec the pipeline's declaration of the sources of these rows
 * @throws RunError `SOURCE.*`, also if the columns of reasons are missing
 */
export declare function openRejects(path: string, file: number, spec: {
    readonly delimiter?: string | undefined;
}, files: Files): Promise<Source>;
export {};
