import type { RunError } from '../../errors/run-error.ts';
import type { UnreadableRow } from '../neutral.ts';
import type { ExportFile } from './export-files.ts';
/** A row of a table that cannot be read, and the values that are known of it. */
export declare const brokenRow: (why: string, values?: readonly unknown[], column?: string) => UnreadableRow;
/** A row without something that it cannot be without. */
export declare const missing: (field: string, row: Readonly<Record<string, unknown>>) => UnreadableRow;
/** A row of no kind that the format has. */
export declare const notAnEntry: (row: Readonly<Record<string, unknown>>) => UnreadableRow;
/** The rest of a file that breaks off among others. */
export declare const restOfFile: ({ name, path, shown }: ExportFile, damage: RunError) => UnreadableRow;
/** True if it is the rest of a damaged file, which every pass over the file meets. */
export declare const isRestOfFile: ({ problem }: UnreadableRow) => boolean;
/** The name of the file whose rest cannot be read, as what a row is counted of. */
export declare const damagedFile: (row: UnreadableRow) => {
    readonly of?: string;
};
