import { type Files } from '../../../system/files.ts';
import type { Compression } from './decompress.ts';
/**
 * Writes a compressed tar archive as it was before it was compressed, up to the end of its last file: its files are then
 * found by seeking, where a compressed archive is read from its beginning for each.
 * @param to a file that only its owner can read; replaced if it is there
 * @throws RunError as `tarDirectory` does; `STATE.UNWRITABLE`
 */
export declare function unpackTar(path: string, { compression, to }: {
    readonly compression: Compression;
    readonly to: string;
}, files: Files, signal: AbortSignal): Promise<void>;
