import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import type { SqlTable } from './sql-table.ts';
/** A CSV file with a header, whose name is that of its table; empty cells are NULL. */
export declare function csvTable(file: ExportFile, files: ExportFiles): Promise<SqlTable>;
