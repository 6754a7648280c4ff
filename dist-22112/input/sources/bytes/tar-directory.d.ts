import { type Files } from '../../../system/files.ts';
import { type Compression } from './decompress.ts';
/** A file in a tar archive. */
export type TarEntry = {
    /** The place where its bytes begin, in the archive as it was before it was compressed. */
    readonly offset: number;
    readonly bytes: number;
};
/** The contents of a tar archive. */
export type TarDirectory = {
    readonly entries: ReadonlyMap<string, TarEntry>;
    /** Sentences about what is left out. */
    readonly notes: readonly string[];
};
/**
 * Lists the files of a tar archive, also of a compressed one. Left out are folders, links, what macOS adds (`._name`), and
 * names that lead out of the archive; of a name that is there twice, the last one counts.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.TRUNCATED` for a damaged archive, `.ARCHIVE_UNSAFE`
 */
export declare function tarDirectory(files: Files, path: string, compression: Compression | undefined): Promise<TarDirectory>;
/** The bytes of a tar archive as they were before it was compressed. */
export declare const tarBytes: (path: string, compression: Compression, files: Files, signal?: AbortSignal) => AsyncIterable<Buffer>;
