import { z } from 'zod';
import { writePrivate } from '../../files/private-file.ts';
import { jsonIn } from '../../input/json/defined.ts';
import type { Files } from '../../system/files.ts';
import { PIECE_BYTES, type Version } from './server-file.ts';

/** The version that the part of a file is of, as it is written beside it. */
const claimSchema = z.object({
  bytes: z.int().nonnegative(),
  etag: z.string().optional(),
  modified: z.string().optional(),
});

/** Reads which version a file is of; undefined if nobody can vouch for it: it is fetched again. */
export async function readClaim(path: string, files: Files): Promise<Version | undefined> {
  const text = await files.readFile(path, 'utf8').catch(() => '');
  return claimSchema.safeParse(jsonIn(text)).data;
}

/** Writes it down, before the first byte of the file. */
export const writeClaim = (path: string, version: Version, files: Files): Promise<void> =>
  writePrivate(files, path, `${JSON.stringify(version)}\n`);

/** The bytes of a part that are certainly right, also after a power cut: each piece is on the disk before the next but one is written. */
export const syncedBytes = (size: number): number =>
  Math.max(0, Math.floor(size / PIECE_BYTES) - 1) * PIECE_BYTES;
