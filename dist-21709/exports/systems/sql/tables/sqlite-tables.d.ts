import type { ExportFile } from '../../../files/export-files.ts';
import type { SqlTable } from './sql-table.ts';
/** The tables of a database file of SQLite. Each pass opens the file anew and changes nothing in it. */
export declare function sqliteTables(file: ExportFile): Promise<readonly SqlTable[]>;
