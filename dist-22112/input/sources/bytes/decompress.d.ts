/** Compressions that are recognised by the first bytes, independent of the file's name. */
export type Compression = 'gzip' | 'zstd';
/** The compression of a file that begins with `head`: at least 4 bytes, if the file has as many. */
export declare function compressionOf(head: Buffer): Compression | undefined;
/** The ways in which the bytes of a file can be compressed; `deflate` only in a zip archive, which says so. */
export type Packing = Compression | 'deflate';
/**
 * Decompresses gzip (also with several members) and zstd (also with several frames); bytes after the last gzip member
 * are ignored. Memory stays small, however much a few bytes expand to.
 * @throws RunError `SOURCE.TRUNCATED` after everything before the break was yielded
 */
export declare function decompressed(chunks: AsyncIterable<Buffer>, compression: Packing, path: string): AsyncGenerator<Buffer>;
/** True if bytes begin a gzip, zstd or zip file; at least 4 are needed. */
export declare const isPacked: (head: Buffer) => boolean;
