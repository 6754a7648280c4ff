import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';

/**
 * Writes at a position, not at the end: bytes beyond it come from a run that was killed. Synced to disk on return.
 * @returns the number of bytes written
 * @throws RunError `STATE.UNWRITABLE` if the disk is full or the file cannot be written
 */
export async function appendAt(
  files: Files,
  path: string,
  data: string | Uint8Array,
  at: number,
): Promise<number> {
  const bytes = typeof data === 'string' ? Buffer.from(data) : data;
  try {
    const file = await files.open(path, at === 0 ? 'w' : 'r+', 0o600);
    try {
      for (let done = 0; done < bytes.length; ) {
        const { bytesWritten } = await file.write(bytes, done, bytes.length - done, at + done);
        done += bytesWritten;
      }
      await file.datasync();
    } finally {
      await file.close();
    }
  } catch (error) {
    if (error instanceof RunError) throw error;
    throw new RunError('STATE.UNWRITABLE', `${path} cannot be written: ${(error as Error).message}`, {
      cause: error,
    });
  }
  return bytes.length;
}
