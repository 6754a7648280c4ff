import type { Files } from '../../../system/files.ts';
import { beginningOf, fileBytes } from './file-bytes.ts';
export { beginningOf, fileBytes };
/** A file as UTF-8 text that can be read from any byte. */
export type Bytes = {
    readonly path: string;
    /** The encoding of the text in the file. */
    readonly encoding: string;
    /** Offset of the first byte of text, after a UTF-8 byte order mark. */
    readonly start: number;
    /** True if offsets are those of the file itself. */
    readonly plain: boolean;
    /** True if that file is one of the machine, which other threads can read. */
    readonly isOnDisk: boolean;
    /** Bytes of the file on disk; of a file in an archive, as it is compressed there. */
    readonly size: number;
    /**
     * Reads from an offset to the end. In a plain UTF-8 file, reading starts there. A compressed or transcoded file is
     * decoded again from its beginning, and offsets count the decoded UTF-8 text.
     * @throws RunError `SOURCE.TRUNCATED` after everything before the break has been read, `SOURCE.UNREADABLE`
     */
    read(from: number, signal?: AbortSignal): AsyncIterable<Buffer>;
};
/**
 * Opens a file: checks that it is a regular file and not empty, and finds its compression and encoding.
 * @param path of a file, or of a file in an archive: `export.zip!/general/1.json`
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.EMPTY`, `.TRUNCATED`, `.ENCODING_UNKNOWN`, `.ARCHIVE_UNSAFE`,
 *   `.FORMAT_UNKNOWN` for a file that is no text but something known
 */
export declare function openBytes(path: string, declaredEncoding: string | undefined, files: Files): Promise<Bytes>;
/**
 * The bytes of a file as they are, of any kind; of one in an archive, as it was before it was packed.
 * @throws RunError `SOURCE.*`
 */
export declare function storedBytes(path: string, files: Files, signal?: AbortSignal): AsyncGenerator<Buffer>;
/**
 * Converts text to UTF-8. Bytes that the encoding does not define become the byte FF, which never occurs in UTF-8. The
 * row is then refused as invalid UTF-8 instead of landing with a replacement character.
 */
export declare function transcoded(chunks: AsyncIterable<Buffer>, encoding: string): AsyncGenerator<Buffer>;
