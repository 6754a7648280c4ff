import { RunError } from '../../../errors/run-error.ts';
import { isOfMachine } from '../../../files/checked-files.ts';
import type { Files } from '../../../system/files.ts';
import { compressionOf, decompressed } from './decompress.ts';
import { fileBytes, sizeOf } from './file-bytes.ts';
import { encodingOf, transcoded } from './transcode.ts';
import { bounded } from './unpack-limit.ts';
import { refuseTwicePacked, refuseUnread } from './unread-kinds.ts';
import { archivedFile, skipped } from './zip-member.ts';

export { fileBytes };

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
export async function openBytes(
  path: string,
  declaredEncoding: string | undefined,
  files: Files,
): Promise<Bytes> {
  const archived = await archivedFile(path, files);
  const size = archived?.size ?? (await sizeOf(files, path));
  const stored = (from: number, signal?: AbortSignal) =>
    archived ? archived.read(signal, from) : fileBytes(path, from, signal, files);
  const storedHead = await headOf(stored(0));
  refuseUnread(storedHead, path);
  const compression = compressionOf(storedHead);
  const unpacked = (from: number, signal?: AbortSignal) =>
    compression === undefined
      ? stored(from, signal)
      : skipped(bounded(decompressed(stored(0, signal), compression, path), { path, size, signal }), from);
  const head = compression === undefined ? storedHead : await headOf(unpacked(0));
  if (compression !== undefined) {
    refuseTwicePacked(compression, compressionOf(head), path);
    refuseUnread(head, path, compression);
  }
  const { name: encoding, markBytes } = encodingOf(head, declaredEncoding, path);
  if (head.length <= markBytes) {
    throw new RunError('SOURCE.EMPTY', `${path} is empty`, { where: { file: path } });
  }
  if (encoding === 'utf-8') {
    const plain = compression === undefined && !archived;
    const isOnDisk = plain && isOfMachine(files);
    return { path, encoding, start: markBytes, plain, isOnDisk, size, read: unpacked };
  }
  const read = (from: number, signal?: AbortSignal) =>
    skipped(transcoded(unpacked(markBytes, signal), encoding), from);
  return { path, encoding, start: 0, plain: false, isOnDisk: false, size, read };
}

/**
 * The bytes of a file as they are, of any kind; of one in an archive, as it was before it was packed.
 * @throws RunError `SOURCE.*`
 */
export async function* storedBytes(path: string, files: Files, signal?: AbortSignal): AsyncGenerator<Buffer> {
  const archived = await archivedFile(path, files);
  yield* archived ? archived.read(signal) : fileBytes(path, 0, signal, files);
}

/** Enough bytes to know what a file is. */
const HEAD_BYTES = 512;

/** The first bytes: at least `HEAD_BYTES`, if there are as many. */
async function headOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= HEAD_BYTES) break;
  }
  return head;
}
