import { type Files } from '../../../system/files.ts';
/** A file in a zip archive, as the archive's directory describes it. */
export type ZipEntry = {
    /** Its name with folders, separated by `/`. */
    readonly name: string;
    /** The place where its own header begins in the archive. */
    readonly offset: number;
    readonly compressedBytes: number;
    readonly bytes: number;
    /** The number of its compression, as in the specification of zip. */
    readonly method: number;
    readonly crc32: number;
    readonly isEncrypted: boolean;
};
/** The contents of a zip archive. */
export type ZipDirectory = {
    /** Its files by name. */
    readonly entries: ReadonlyMap<string, ZipEntry>;
    /** Sentences about what is left out. */
    readonly notes: readonly string[];
};
/**
 * Lists the files of a zip archive. Left out are folders, what macOS adds (`__MACOSX/`), and names that lead out of the
 * archive; of a name that is there twice, the last one counts.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED` for a damaged archive, `.ARCHIVE_UNSAFE`
 */
export declare function zipDirectory(files: Files, path: string): Promise<ZipDirectory>;
