import { dirname } from 'node:path';
import { asRunError } from '../../../errors/run-error.ts';
import { makeFolder } from '../../../files/private-file.ts';
import { syncFolder } from '../../../files/sync-folder.ts';
import { type Files, type OpenFile, writeAll } from '../../../system/files.ts';
import { onDisk } from './disk-room.ts';

const PIECE_BYTES = 1 << 18;
/** A longer line was not written by a pull. */
const LINE_CHARS_MAX = 1 << 26;

/**
 * The lines of a log, without one at the end that was cut off; none if there is no log. A line that is too long ends them empty,
 * as one that nobody understands.
 * @throws RunError `DISK.UNREADABLE` and others for a log that is there and cannot be read
 */
export async function* logLines(path: string, files: Files): AsyncGenerator<string> {
  const unreadable = (error: unknown) =>
    asRunError(error, 'DISK.UNREADABLE', `${path} cannot be read: ${(error as Error).message}`);
  let file: OpenFile;
  try {
    file = await files.open(path, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw unreadable(error);
  }
  await using _ = file;
  const piece = Buffer.alloc(PIECE_BYTES);
  const decoder = new TextDecoder();
  let rest = '';
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(piece, 0, PIECE_BYTES, position).catch((error: unknown) => {
      throw unreadable(error);
    });
    if (bytesRead === 0) return;
    position += bytesRead;
    const lines = decoder.decode(piece.subarray(0, bytesRead), { stream: true }).split('\n');
    lines[0] = rest + lines[0];
    rest = lines.pop() ?? '';
    yield* lines;
    if (rest.length > LINE_CHARS_MAX) return yield '';
  }
}

/**
 * Replaces a log as a whole. Returns the bytes of it.
 * @throws RunError `SOURCE.SPOOL_FULL`
 */
export async function replaceLog(path: string, lines: Iterable<string>, files: Files): Promise<number> {
  const next = `${path}.next`;
  return await onDisk(path, async () => {
    await makeFolder(dirname(path), files);
    await files.rm(next, { force: true });
    let position = 0;
    {
      await using file = await files.open(next, 'wx', 0o600);
      for (const piece of piecesOf(lines)) {
        await writeAll(file, piece, position);
        position += piece.length;
      }
      await file.sync();
    }
    await files.rename(next, path);
    await syncFolder(files, dirname(path));
    return position;
  });
}

/** Lines in pieces of some size. */
function* piecesOf(lines: Iterable<string>): Generator<Buffer> {
  let text = '';
  for (const line of lines) {
    text += line;
    if (text.length < PIECE_BYTES) continue;
    yield Buffer.from(text);
    text = '';
  }
  if (text !== '') yield Buffer.from(text);
}
