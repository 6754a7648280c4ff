import type { Stats } from 'node:fs';
import { RunError } from '../../../errors/run-error.ts';
import { BufferPool } from '../../../files/buffered-file.ts';
import { type Files, type OpenFile, readAll, realFiles } from '../../../system/files.ts';
import type { BlocksAhead } from '../../rows/record.ts';
import { keepSmallFile, readSmallFile, SMALL_BYTES, smallFile } from './small-file.ts';

/** The size of one read from the file. */
const READ_BYTES = 131_072;
/** Those of files that were read. */
const buffers = new BufferPool();

/**
 * Bytes of a file on disk.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, also if it is no regular file
 */
export async function sizeOf(files: Files, path: string): Promise<number> {
  return (await regularFile(files, path)).size;
}

/**
 * The size of a file, and its beginning: of a small file all of it.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`
 */
export async function beginningOnDisk(
  files: Files,
  path: string,
): Promise<{ readonly size: number; readonly head: Buffer }> {
  const before = await regularFile(files, path);
  const { size } = before;
  const known = smallFile(path, before);
  if (known) return { size, head: known };
  // A file of the system has a size of 0, whatever is in it.
  if (size > 0 && size <= SMALL_BYTES) {
    try {
      return { size, head: readSmallFile(files, path, before) };
    } catch (cause) {
      throw unreadable(path, cause);
    }
  }
  await using file = await open(files, path);
  const room = Buffer.allocUnsafeSlow(READ_BYTES);
  return { size, head: room.subarray(0, await readAll(file, room, 0).catch(fails(path))) };
}

/**
 * Streams a file's own bytes from an offset; always closes the file. Each piece is overwritten by the next one, also
 * of another file: a caller that keeps a piece must copy it, and none may change it.
 * @param to the offset to stop at; the end of the file if it is beyond it
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`, and `.CHANGED` if the file changes meanwhile
 */
export async function* fileBytes(
  path: string,
  from: number,
  signal: AbortSignal | undefined,
  files: Files,
  to = Number.POSITIVE_INFINITY,
): AsyncGenerator<Buffer> {
  const before = await regularFile(files, path);
  const small = smallFile(path, before)?.subarray(from, to);
  if (small) {
    signal?.throwIfAborted();
    if (small.length > 0) yield small;
    signal?.throwIfAborted();
    return;
  }
  await using file = await open(files, path);
  let position = from;
  const nextPiece = (buffer: Buffer): Promise<Buffer> => {
    const room = buffer.subarray(0, Math.max(0, Math.min(buffer.length, to - position)));
    return readAt(file, room, position, path);
  };
  let current = buffers.take(READ_BYTES);
  let spare: Buffer | undefined;
  try {
    let piece = await nextPiece(current);
    if (from === 0) keepSmallFile(path, before, piece);
    while (piece.length > 0) {
      signal?.throwIfAborted();
      position += piece.length;
      // It may have grown meanwhile, which its size tells without one more read.
      const isEnd = position >= before.size && before.size > 0;
      const ahead = spare && !isEnd ? nextPiece(spare) : undefined;
      // Its error is that of the next piece, if one is asked for.
      const settled = ahead?.catch(() => undefined);
      try {
        yield piece;
      } finally {
        // No file is closed while it is read.
        await settled;
      }
      if (isEnd && (await unchanged(files, path, before, position)).size <= position) {
        signal?.throwIfAborted();
        return;
      }
      // Who asks for a second piece reads on; many want the first bytes alone.
      spare ??= buffers.take(READ_BYTES);
      piece = await (ahead ?? nextPiece(spare));
      [current, spare] = [spare, current];
    }
  } finally {
    buffers.give(current);
    if (spare) buffers.give(spare);
  }
  signal?.throwIfAborted();
  await unchanged(files, path, before, position >= to ? before.size : position);
}

/**
 * The same in blocks that other threads may screen ahead, where the file is large enough; of the machine's own files.
 * @throws RunError as `fileBytes`
 */
export async function* fileBlocks(
  path: string,
  from: number,
  ahead: BlocksAhead,
  signal: AbortSignal,
): AsyncGenerator<Buffer> {
  let position = from;
  const before = await regularFile(realFiles, path);
  if (before.size > SMALL_BYTES) {
    await using file = await open(realFiles, path);
    const read = (room: Buffer, at: number): Promise<number> => readAll(file, room, at).catch(fails(path));
    if (ahead.begin(path, from, before.size, read)) {
      try {
        for (let block = await ahead.next(); block.length > 0; block = await ahead.next()) {
          signal.throwIfAborted();
          position += block.length;
          yield block;
        }
      } finally {
        await ahead.end();
      }
      await unchanged(realFiles, path, before, position);
    }
  }
  // All of a small file, and what has been added to a large one.
  yield* fileBytes(path, position, signal, realFiles);
}

/**
 * Checks after reading that the file is still the one that was opened. A file that became shorter, was replaced or was
 * rewritten meanwhile is a mix of two exports. A file that grew was read with its new end.
 */
async function unchanged(files: Files, path: string, before: Stats, read: number): Promise<Stats> {
  const after = await files.stat(path).catch(() => undefined);
  const isSame = after?.ino === before.ino && after.dev === before.dev;
  const isRewritten = after?.size === before.size && after.mtimeMs !== before.mtimeMs;
  if (after && isSame && !isRewritten && read >= before.size) return after;
  const how = isSame ? (isRewritten ? 'was rewritten' : 'became shorter') : 'was replaced or removed';
  throw new RunError('SOURCE.CHANGED', `${path} ${how} while it was read`, { where: { file: path } });
}

/** The beginning of bytes: at least so many, if there are as many. */
export async function beginningOf(pieces: AsyncIterable<Buffer>, least: number): Promise<Buffer> {
  const kept: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces) {
    // The next piece overwrites these bytes.
    kept.push(Buffer.from(piece));
    length += piece.length;
    if (length >= least) break;
  }
  return Buffer.concat(kept);
}

/**
 * Reads from an open file; nothing at its end, or if there is no room.
 * @throws RunError `SOURCE.UNREADABLE`
 */
async function readAt(file: OpenFile, room: Buffer, position: number, path: string): Promise<Buffer> {
  if (room.length === 0) return room;
  try {
    return room.subarray(0, (await file.read(room, 0, room.length, position)).bytesRead);
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Opens a regular file.
 * @throws RunError `SOURCE.MISSING`, `.UNREADABLE`
 */
export async function opened(files: Files, path: string): Promise<OpenFile> {
  await regularFile(files, path);
  return await open(files, path);
}

async function open(files: Files, path: string): Promise<OpenFile> {
  try {
    return await files.open(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

/**
 * Checks the kind of a file before it is opened: opening a FIFO would wait for a writer, and a device may never end.
 */
async function regularFile(files: Files, path: string): Promise<Stats> {
  const stats = await files.stat(path).catch(fails(path));
  if (stats.isFile()) return stats;
  const kind = stats.isDirectory()
    ? 'a directory'
    : stats.isFIFO()
      ? 'a named pipe'
      : stats.isSocket()
        ? 'a socket'
        : 'a device';
  throw new RunError('SOURCE.UNREADABLE', `${path} is ${kind}, not a file`, {
    hint: 'name a regular file; save the output of a pipe to a file first, so that a run can be resumed',
    where: { file: path },
  });
}

const fails = (path: string) => (cause: unknown) => {
  throw unreadable(path, cause);
};

function unreadable(path: string, cause: unknown): RunError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : 'unknown error';
  const where = { file: path };
  if (code === 'ENOENT' || code === 'ENOTDIR') {
    return new RunError('SOURCE.MISSING', `${path} does not exist`, { where, cause });
  }
  const reason = { EACCES: 'permission denied', ELOOP: 'its symbolic links are circular' }[code];
  return new RunError('SOURCE.UNREADABLE', `${path} cannot be read: ${reason ?? code}`, { where, cause });
}
