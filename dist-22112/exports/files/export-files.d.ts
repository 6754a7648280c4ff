import { RunError } from '../../errors/run-error.ts';
import type { Files } from '../../system/files.ts';
/** A file of an export. */
export type ExportFile = {
    /** Its path inside of the export, with `/`. */
    readonly name: string;
    /** Path of it; in an archive `export.zip!/name`. */
    readonly path: string;
    /** The place where people find it, if that is elsewhere: in the archive that was unpacked. */
    readonly shown?: string;
    /** Which of the given exports it is of, from 0. */
    readonly root: number;
    /** The archive that it is in, if it is in one. */
    readonly archive?: string;
    /** True if that is a zip archive. */
    readonly isInZip?: boolean;
};
/** Place where archives are unpacked. */
export type Unpacking = {
    readonly signal: AbortSignal;
    folder(): Promise<string>;
};
/** Endings of the files that messages send. Thousands of them may lie around the files that say what an export is. */
export declare const MEDIA: RegExp;
/** The files of an export: those of archives and folders, or single ones, in order of their names. */
export declare class ExportFiles implements AsyncDisposable {
    #private;
    readonly all: readonly ExportFile[];
    /** Sentences about what is left out. */
    readonly notes: readonly string[];
    private constructor();
    /**
     * Lists what the given paths hold. A folder of archives alone is as if each of them were given. Tar archives that are compressed and have many files are unpacked until this is
     * disposed of.
     * @param paths absolute; files, folders, or archives
     * @throws RunError `SOURCE.MISSING`, `.EMPTY` if there is no file, `.UNREADABLE`, `.TRUNCATED`, `.ARCHIVE_UNSAFE`
     */
    static open(paths: readonly string[], files: Files, unpacking: Unpacking): Promise<ExportFiles>;
    [Symbol.asyncDispose](): Promise<void>;
    /** The file at a path in the export; of several with this path, the last one. */
    at(name: string): ExportFile | undefined;
    /** The file system that they are in. */
    get system(): Files;
    /** The paths of the files on disk; of those in an archive, that of the archive. */
    get onDisk(): readonly string[];
    /**
     * All files, or of thousands some of each depth, and few of them pictures: enough to recognise an export by its content
     * without reading the heads of all.
     */
    sample(): ExportFiles;
    /** The files whose names match. */
    matching(pattern: RegExp): readonly ExportFile[];
    /**
     * The beginning of a file as text, at most 64 KB, unpacked and decoded; empty for a file that is no text or has no bytes.
     */
    head({ path }: ExportFile): Promise<string>;
    /** Why no file can be read, such as a password; undefined if one of them can, or nothing is wrong with them. */
    fault(): Promise<RunError | undefined>;
}
