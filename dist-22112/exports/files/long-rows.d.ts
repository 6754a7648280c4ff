import type { ExportFile } from './export-files.ts';
import { type ExportObject, type JsonRows, passJson } from './export-rows.ts';
/** Rows with a list that may make them too long to be read as one row. */
export type RowsWithList = Pick<JsonRows, 'row' | 'unreadable'> & {
    /** The path of the rows. */
    readonly rows: string;
    /** The name of the list in each. */
    readonly list: string;
    /** Takes an element of the list of a row that is too long; `row` was given that row before, with an empty list. */
    element(value: unknown, row: ExportObject, place: Parameters<JsonRows['row']>[1]): void;
};
/**
 * Passes the rows of a JSON file. One that is too long is passed without its list, which follows element by element.
 * @throws RunError `SOURCE.*` as `passJson`
 */
export declare function passWithList(file: ExportFile, rows: RowsWithList, input: Parameters<typeof passJson>[2]): Promise<void>;
