import type { Files } from '../../../system/files.ts';
import type { Compression } from './decompress.ts';
/** The size and digest that identify the bytes of a file, wherever they are. */
export type StoredDigest = {
    readonly size: number;
    /** Hexadecimal. */
    readonly sha256: string;
};
/**
 * The digests of files of a compressed tar archive, in one pass over it: it can only be read from its beginning. A file that
 * is not there, or stands behind a damage, has none. Memory grows with the files that are asked for, not with their bytes.
 * @throws RunError `SOURCE.*` if the archive cannot be listed
 */
export declare function tarDigests({ archive, compression }: {
    readonly archive: string;
    readonly compression: Compression;
}, members: ReadonlySet<string>, files: Files, signal: AbortSignal): Promise<ReadonlyMap<string, StoredDigest>>;
