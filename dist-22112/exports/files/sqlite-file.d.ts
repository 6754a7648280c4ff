import type { DatabaseSync, SQLOutputValue } from 'node:sqlite';
import type { ExportFile, ExportFiles } from './export-files.ts';
/** True if a file is a database of SQLite that can be opened: one in an archive cannot. */
export declare function isSqlite({ path, archive }: ExportFile, files: ExportFiles): Promise<boolean>;
/**
 * Opens a database file for reading. Nothing is changed: neither in it, nor are files made beside it. Nothing of it is run,
 * as long as only its tables and columns are asked for by `tableNames` and `columnNames`.
 * @throws RunError `EXPORT.DUMP_UNREADABLE`
 */
export declare function openSqlite({ path }: ExportFile): Promise<DatabaseSync & Disposable>;
/** The names of the tables of a database, in their order; not of virtual ones, whose rows are worked out. */
export declare const tableNames: (database: DatabaseSync) => readonly string[];
/**
 * The names of the columns of a table, in their order, also of generated ones that are stored. Others are worked out for
 * each row, for however long. None if there is no such table.
 */
export declare const tableColumnNames: (database: DatabaseSync, table: string) => readonly string[];
/** Database and text of a query, and who takes the rows. */
export type SqliteQuery = {
    readonly file: ExportFile;
    readonly sql: string;
    /**
     * @param values whole numbers as bigints
     * @param number from 1: a database has no lines
     */
    row(values: readonly SQLOutputValue[], number: number): void;
};
/**
 * Passes the rows of a query in flat memory. Each pass opens the file anew.
 * @throws RunError `EXPORT.DUMP_UNREADABLE`
 */
export declare function passSqlite({ file, sql, row }: SqliteQuery, signal: AbortSignal): Promise<void>;
