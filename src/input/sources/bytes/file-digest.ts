import { createHash } from 'node:crypto';
import type { Files } from '../../../system/files.ts';
import { fileBytes } from './file-bytes.ts';
import { fileOnDisk } from './zip-member.ts';

/** Identifies a file, to check whether it is still the one that a checkpoint was written for. */
export type FileDigest = {
  readonly bytes: number;
  readonly mtimeMs: number;
  /** Empty if the content was not read. */
  readonly sha256: string;
};

/**
 * Hashes a whole file as it is on disk, in constant memory; `bytes` is the number of hashed bytes. Of a file in an
 * archive it is the digest of the archive.
 * @throws RunError `SOURCE.MISSING`, `SOURCE.UNREADABLE`
 */
export async function digestOf(files: Files, path: string, signal: AbortSignal): Promise<FileDigest> {
  const hash = createHash('sha256');
  let bytes = 0;
  const onDisk = await fileOnDisk(path, files);
  for await (const chunk of fileBytes(onDisk, 0, signal, files)) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  const { mtimeMs } = await files.stat(onDisk);
  return { bytes, mtimeMs, sha256: hash.digest('hex') };
}

/** The digest without the hash, for callers that compare the content in another way. */
export async function outlineOf(files: Files, path: string): Promise<FileDigest> {
  const { size, mtimeMs } = await files.stat(await fileOnDisk(path, files));
  return { bytes: size, mtimeMs, sha256: '' };
}
