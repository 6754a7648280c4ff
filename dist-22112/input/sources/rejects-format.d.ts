/** The columns by which a rejects file is recognised: the reason for a row, and its original position. */
export declare const REASON_COLUMNS: readonly ['_code', '_field', '_message', '_hint', '_file', '_line'];
/** The column with the text of a row that could not be divided into cells; its own cells are then empty. */
export declare const RAW_COLUMN = "_raw";
/** The column with the number of a row in its file; files of earlier versions do not have it. */
export declare const ROW_COLUMN = "_row";
/**
 * The columns that a rejects file adds to those of the source. The raw text comes first, so that the last cell of a
 * line is never empty: some spreadsheets drop empty cells at the end of a line when they save.
 */
export declare const ADDED_COLUMNS: readonly ["_raw", "_code", "_field", "_message", "_hint", "_file", "_line", "_row"];
/** The name of an added column. */
export type Reason = (typeof ADDED_COLUMNS)[number];
/** Why a row is in a rejects file, by column; the raw text is in the row itself. */
export type Reasons = Readonly<Record<Exclude<Reason, typeof RAW_COLUMN>, string | number>>;
/** The name of a source's column in a rejects file: a name that an added column has gets one more `_`. */
export declare function writtenName(name: string): string;
/** The way in which the names of the columns of one rejects file are read. */
export type RejectsNames = {
    /** True if the file adds this column to those of the source. */
    isReason(name: string): name is Reason;
    /** The name of a column in the source; the inverse of `writtenName`. */
    sourceName(name: string): string;
};
/**
 * Tells the columns of a rejects file apart.
 * @param names all of them, in order: a column `_row` before the reasons is one of the source, in a file of an earlier version
 */
export declare function rejectsNames(names: readonly string[]): RejectsNames;
/** Makes a cell that every spreadsheet opens as text: a cell that may be a formula gets an apostrophe in front. */
export declare const escapeFormula: (cell: string) => string;
/** The inverse of `escapeFormula`; a cell that needs no apostrophe is returned unchanged. */
export declare const unescapeFormula: (cell: string) => string;
