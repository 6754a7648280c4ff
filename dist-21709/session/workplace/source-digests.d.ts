import { type StoredDigest } from '../../input/sources/bytes/tar-digests.ts';
import type { Files } from '../../system/files.ts';
/**
 * The digests of the files of an export. Each is read when it is asked for; those of a compressed tar archive all at once,
 * because that can only be read from its beginning.
 */
export declare class SourceDigests {
    #private;
    constructor(files: Files, signal: AbortSignal);
    /** Says that the digest of a file will be asked for; of all of them, before the first one is. */
    want(path: string): Promise<void>;
    /** The digest of a file; undefined if it cannot be read. */
    of(path: string): Promise<StoredDigest | undefined>;
}
