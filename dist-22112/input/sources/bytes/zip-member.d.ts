import type { Files } from '../../../system/files.ts';
/** The two parts of a path such as `export.zip!/general/1.json`. */
export type ArchivePath = {
    readonly archive: string;
    readonly member: string;
};
/**
 * The parts of a path into an archive; undefined for the path of a file. The archive ends at the first `!/` before which
 * a regular file stands.
 */
export declare function archivePathOf(path: string, files: Files): Promise<ArchivePath | undefined>;
/** The file on disk that a path leads to: for a file in an archive, the archive. */
export declare const fileOnDisk: (path: string, files: Files) => Promise<string>;
/** A file in an archive, unpacked while it is read. */
export type ArchivedFile = {
    /** Its bytes in the archive. */
    readonly size: number;
    /**
     * Reads from an offset to the end.
     * @throws RunError `SOURCE.TRUNCATED` after everything before the damage was yielded, `.CHANGED`, `.UNREADABLE`
     */
    read(signal?: AbortSignal, from?: number): AsyncGenerator<Buffer>;
};
/**
 * Finds a file in an archive; undefined if the path does not lead into one.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE` for encrypted files, `.TRUNCATED`, `.ARCHIVE_UNSAFE`
 */
export declare function archivedFile(path: string, files: Files): Promise<ArchivedFile | undefined>;
/** All bytes but so many first ones. */
export declare function skipped(pieces: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer>;
