import type { Stats } from 'node:fs';
import { RunError } from '../../../errors/run-error.ts';
import { type Files, type OpenFile, realFiles } from '../../../system/files.ts';
import { compressionOf, decompressed } from './decompress.ts';
import { encodingOf, transcoded } from './transcode.ts';

/** A file as UTF-8 text that can be read from any byte. */
export type Bytes = {
  readonly path: string;
  /** The encoding of the text in the file. */
  readonly encoding: string;
  /** Offset of the first byte of text, after a UTF-8 byte order mark. */
  readonly start: number;
  /** True if offsets are those of the file itself. */
  readonly plain: boolean;
  /** Bytes of the file on disk. */
  readonly size: number;
  /**
   * Reads from an offset to the end. In a plain UTF-8 file, reading starts there. A compressed or transcoded file is
   * decoded again from its beginning, and offsets count the decoded UTF-8 text.
   * @throws RunError `SOURCE.TRUNCATED` after everything before the break has been read, `SOURCE.UNREADABLE`
   */
  read(from: number, signal?: AbortSignal): AsyncIterable<Buffer>;
};

/** The size of one read from the file. */
const READ_BYTES = 131_072;

/**
 * Opens a file: checks that it is a regular file and not empty, and finds its compression and encoding.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, `.EMPTY`, `.TRUNCATED`, `.ENCODING_UNKNOWN`
 */
export async function openBytes(
  path: string,
  declaredEncoding: string | undefined,
  files: Files = realFiles,
): Promise<Bytes> {
  const size = await sizeOf(files, path);
  const compression = compressionOf(await headOf(fileBytes(path, 0, undefined, files)), path);
  const unpacked = (from: number, signal?: AbortSignal) =>
    compression === undefined
      ? fileBytes(path, from, signal, files)
      : skipped(decompressed(fileBytes(path, 0, signal, files), compression, path), from);
  const head = await headOf(unpacked(0));
  const { name: encoding, markBytes } = encodingOf(head, declaredEncoding, path);
  if (head.length <= markBytes) {
    throw new RunError('SOURCE.EMPTY', `${path} is empty`, { where: { file: path } });
  }
  if (encoding === 'utf-8')
    return { path, encoding, start: markBytes, plain: compression === undefined, size, read: unpacked };
  const read = (from: number, signal?: AbortSignal) =>
    skipped(transcoded(unpacked(markBytes, signal), encoding), from);
  return { path, encoding, start: 0, plain: false, size, read };
}

async function sizeOf(files: Files, path: string): Promise<number> {
  await assertRegularFile(files, path);
  return (await files.stat(path)).size;
}

/**
 * Streams a file's own bytes from an offset; always closes the file. Each piece is overwritten by the next one: a
 * caller that keeps a piece must copy it.
 */
export async function* fileBytes(
  path: string,
  from: number,
  signal?: AbortSignal,
  files: Files = realFiles,
): AsyncGenerator<Buffer> {
  await using file = await opened(files, path);
  const buffer = Buffer.allocUnsafeSlow(READ_BYTES);
  const before = await file.stat();
  let position = from;
  for (;;) {
    signal?.throwIfAborted();
    const bytesRead = await readAt(file, buffer, position, path);
    if (bytesRead === 0) return await assertUnchanged(files, path, before, position);
    position += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}

/**
 * Checks after reading that the file is still the one that was opened. A file that became shorter, was replaced or was
 * rewritten meanwhile is a mix of two exports. A file that grew was read with its new end.
 */
async function assertUnchanged(files: Files, path: string, before: Stats, read: number): Promise<void> {
  const after = await files.stat(path).catch(() => undefined);
  const isSame = after?.ino === before.ino && after.dev === before.dev;
  const isRewritten = after?.size === before.size && after.mtimeMs !== before.mtimeMs;
  if (isSame && !isRewritten && read >= before.size) return;
  const how = isSame ? (isRewritten ? 'was rewritten' : 'became shorter') : 'was replaced or removed';
  throw new RunError('SOURCE.CHANGED', `${path} ${how} while it was read`, { where: { file: path } });
}

async function readAt(file: OpenFile, into: Buffer, position: number, path: string): Promise<number> {
  try {
    return (await file.read(into, 0, into.length, position)).bytesRead;
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

async function* skipped(chunks: AsyncIterable<Buffer>, count: number): AsyncGenerator<Buffer> {
  let left = count;
  for await (const chunk of chunks) {
    if (left < chunk.length) yield left === 0 ? chunk : chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** The first bytes: at least four, if there are as many. */
async function headOf(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
  let head: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    head = Buffer.concat([head, chunk]);
    if (head.length >= 4) break;
  }
  return head;
}

async function opened(files: Files, path: string): Promise<OpenFile> {
  await assertRegularFile(files, path);
  try {
    return await files.open(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Checks the kind of a file before it is opened: opening a FIFO would wait for a writer, and a device may never end.
 */
async function assertRegularFile(files: Files, path: string): Promise<void> {
  const stats = await files.stat(path).catch((cause: unknown) => {
    throw unreadable(path, cause);
  });
  if (stats.isFile()) return;
  const kind = stats.isDirectory()
    ? 'a directory'
    : stats.isFIFO()
      ? 'a named pipe'
      : stats.isSocket()
        ? 'a socket'
        : 'a device';
  throw new RunError('SOURCE.UNREADABLE', `${path} is ${kind}, not a file`, {
    hint: 'name a regular file; what comes from a pipe must be saved first, so that a run can be resumed',
    where: { file: path },
  });
}

function unreadable(path: string, cause: unknown): RunError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const where = { file: path };
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new RunError('SOURCE.MISSING', `${path} does not exist`, { where, cause });
  }
  const reason = { EACCES: 'permission denied', ELOOP: 'its symbolic links lead in a circle' }[code];
  return new RunError('SOURCE.UNREADABLE', `${path} cannot be read: ${reason ?? code}`, { where, cause });
}
