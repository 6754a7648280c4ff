import type { FoundReader } from '../../../exports/readers.ts';
import type { Runtime, Stderr, Stdout } from '../../../terminal/context.ts';
/** The facts that a pipeline for an export is written from. */
export type InitExport = {
    /** The file, the folder or the archive. */
    readonly path: string;
    /** The pipeline file to write. */
    readonly file: string;
    readonly name: string;
    readonly schema: string;
    readonly zone: string | undefined;
    /** The statements of `shape`, as answers to questions. */
    readonly shape: Readonly<Record<string, string>>;
    /** Writes the file. */
    write(text: string): Promise<void>;
};
/**
 * Writes a commented pipeline for the export of another chat system, after a dry run of it.
 * @returns the exit code
 * @throws RunError `EXPORT.UNKNOWN` if the files may be of several systems; the error of an export that cannot be read
 */
export declare function initExport(found: readonly FoundReader[], { path, file, name, schema, zone, shape, write }: InitExport, context: Runtime & Stdout & Stderr): Promise<number>;
/** The path of the pipeline of an export: in its folder, or beside its file. */
export declare const pipelineBeside: (path: string, isFolder: boolean) => string;
/** A name for the pipeline of a file, without its ending. */
export declare const nameOfFile: (path: string) => string;
