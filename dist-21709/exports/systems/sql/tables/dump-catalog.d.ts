import type { ExportFile, ExportFiles } from '../../../files/export-files.ts';
import type { FoundTables } from './sql-table.ts';
/**
 * Reads dumps once: which tables they have, and where the rows of each are.
 * @throws RunError `SOURCE.*`, `EXPORT.DUMP_UNREADABLE`
 */
export declare function catalogOf(dumps: readonly ExportFile[], files: ExportFiles, signal: AbortSignal): Promise<FoundTables>;
