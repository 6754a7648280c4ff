import type { Files } from '../../../system/files.ts';
/** Identifies a file, to check whether it is still the one that a checkpoint was written for. */
export type FileDigest = {
    readonly bytes: number;
    readonly mtimeMs: number;
    /** Empty if the content was not read. */
    readonly sha256: string;
};
/**
 * Hashes a whole file as it is on disk, in constant memory; `bytes` is the number of hashed bytes. Of a file in an
 * archive it is the digest of the archive.
 * @throws RunError `SOURCE.MISSING`, `SOURCE.UNREADABLE`
 */
export declare function digestOf(files: Files, path: string, signal: AbortSignal): Promise<FileDigest>;
/** The digest without the hash, for callers that compare the content in another way. */
export declare function outlineOf(files: Files, path: string): Promise<FileDigest>;
