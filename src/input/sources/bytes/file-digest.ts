import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { fileBytes } from './bytes.ts';

/** What tells whether a file is still the one that a checkpoint was written for. */
export type FileDigest = {
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Empty where the content was not looked at. */
  readonly sha256: string;
};

/**
 * Reads a whole file as it stands on disk, in flat memory; `bytes` is what was hashed.
 * @throws RunError `SOURCE.MISSING`, `SOURCE.UNREADABLE`
 */
export async function digestOf(path: string, signal: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of fileBytes(path, 0, signal)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const { mtimeMs } = await stat(path);
  return { bytes, mtimeMs, sha256: hash.digest('hex') };
}

/** The same without looking at the content, for who compares that in another way. */
export async function outlineOf(path: string): Promise<FileDigest> {
  const { size, mtimeMs } = await stat(path);
  return { bytes: size, mtimeMs, sha256: '' };
}
