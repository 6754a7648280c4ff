import type { Files } from '../../../system/files.ts';
import { type Compression } from './decompress.ts';
/** The archives that are read in place: zip, and tar with its compression. */
export type ArchiveKind = 'zip' | {
    readonly tar: Compression | undefined;
};
/** The names of the files in an archive, and sentences about what is left out. */
export type ArchiveList = {
    readonly names: readonly string[];
    readonly notes: readonly string[];
};
/**
 * Finds the kind of archive that a file is, by its first bytes, whatever its name.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`
 */
export declare function archiveKind(files: Files, path: string): Promise<ArchiveKind | undefined>;
/**
 * Lists the files of an archive.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED` for a damaged archive or a file that is none, `.ARCHIVE_UNSAFE`
 */
export declare function listArchive(files: Files, path: string): Promise<ArchiveList>;
