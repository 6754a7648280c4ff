import { type Files, type OpenFile } from '../../../system/files.ts';
import type { BlocksAhead } from '../../rows/record.ts';
/**
 * Bytes of a file on disk.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, also if it is no regular file
 */
export declare function sizeOf(files: Files, path: string): Promise<number>;
/**
 * Streams a file's own bytes from an offset; always closes the file. Each piece is overwritten by the next one, also
 * of another file: a caller that keeps a piece must copy it.
 * @param to the offset to stop at; the end of the file if it is beyond it
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, and `.CHANGED` if the file changes meanwhile
 */
export declare function fileBytes(path: string, from: number, signal: AbortSignal | undefined, files: Files, to?: number): AsyncGenerator<Buffer>;
/**
 * The same in blocks that other threads may screen ahead, where the file is large enough; of the machine's own files.
 * @throws RunError as `fileBytes`
 */
export declare function fileBlocks(path: string, from: number, ahead: BlocksAhead, signal: AbortSignal): AsyncGenerator<Buffer>;
/** The beginning of bytes: at least so many, if there are as many. */
export declare function beginningOf(pieces: AsyncIterable<Buffer>, least: number): Promise<Buffer>;
/**
 * Opens a regular file.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`
 */
export declare function opened(files: Files, path: string): Promise<OpenFile>;
