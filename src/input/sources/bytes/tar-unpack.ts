import { asRunError } from '../../../errors/run-error.ts';
import { type Files, writeAll } from '../../../system/files.ts';
import type { Compression } from './decompress.ts';
import { tarBytes, tarDirectory } from './tar-directory.ts';

/**
 * Writes a compressed tar archive as it was before it was compressed, up to the end of its last file: its files are then
 * found by seeking, where a compressed archive is read from its beginning for each.
 * @param to a file that only its owner can read; replaced if it is there
 * @throws RunError as `tarDirectory` does; `STATE.UNWRITABLE`
 */
export async function unpackTar(
  path: string,
  { compression, to }: { readonly compression: Compression; readonly to: string },
  files: Files,
  signal: AbortSignal,
): Promise<void> {
  const { entries } = await tarDirectory(files, path, compression);
  let end = 0;
  for (const { offset, bytes } of entries.values()) end = Math.max(end, offset + bytes);
  await using file = await writing(to, () => files.open(to, 'w', 0o600));
  let at = 0;
  for await (const piece of tarBytes(path, compression, files, signal)) {
    const bytes = piece.subarray(0, end - at);
    await writing(to, () => writeAll(file, bytes, at));
    at += bytes.length;
    if (at >= end) break;
  }
}

async function writing<T>(to: string, write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw asRunError(error, 'STATE.UNWRITABLE', `${to} cannot be written: ${(error as Error).message}`);
  }
}
