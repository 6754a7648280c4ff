import type { Source } from '../../../../input/sources/source.ts';
import type { Files } from '../../../../system/files.ts';
/**
 * The bytes that the positions of a source's rows count: those of the file, or where it is compressed or in another encoding,
 * its text in UTF-8, which is made again from the beginning.
 * @throws RunError `SOURCE.*`
 */
export declare function decodedBytes({ path, plain, encoding }: Source, from: number, { files, signal }: {
    readonly files: Files;
    readonly signal: AbortSignal;
}): AsyncGenerator<Buffer>;
