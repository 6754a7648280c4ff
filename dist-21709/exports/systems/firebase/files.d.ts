import type { ExportFile, ExportFiles } from '../../files/export-files.ts';
import type { Container } from './paths.ts';
/** A JSON file of a database. */
export type DatabaseFile = {
    readonly file: ExportFile;
    readonly container: Container;
    /** The path of the collection that a file of Firefoo has; absent for other files. */
    readonly firefoo?: readonly string[];
    /** True if its documents are a list, each with its id in it. */
    readonly isListed: boolean;
    /** True if its text has what no other system writes. */
    readonly isCertain: boolean;
};
/**
 * The files that may be of a database, by their content.
 * @param shape what the pipeline declares, if it names the system: then any JSON object may be, and what it names as file
 *   of a collection
 * @throws RunError `EXPORT.FORM_UNSUPPORTED` for what Firestore's own export service writes
 */
export declare function databaseFiles(files: ExportFiles, shape: Readonly<Record<string, unknown>> | undefined): Promise<readonly DatabaseFile[]>;
