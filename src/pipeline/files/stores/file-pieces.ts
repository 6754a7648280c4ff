import { createHash } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import type { FileBody } from './file-store.ts';

/** Bytes of a file that are in memory at once. */
export const PIECE_BYTES_MAX = 256 * 1024;

/**
 * Reads a part of a file piece by piece.
 * @param until the place after the last byte
 */
async function* filePieces(body: FileBody, from: number, until: number): AsyncGenerator<Buffer, undefined> {
  for (let at = from; at < until; ) {
    const piece = await body.read(at, Math.min(at + PIECE_BYTES_MAX, until));
    if (piece.length === 0) throw changed();
    at += piece.length;
    yield piece;
  }
}

/**
 * Does the same, and gives the last piece only if all of them have the hash: not every store compares it.
 * @throws RunError `FILES.STORE_SILENT` if the file has changed
 */
export async function* checkedPieces(
  body: FileBody,
  from: number,
  until: number,
  sha256: string,
): AsyncGenerator<Buffer, undefined> {
  const hash = createHash('sha256');
  let at = from;
  for await (const piece of filePieces(body, from, until)) {
    hash.update(piece);
    at += piece.length;
    if (at === until && hash.digest('hex') !== sha256) throw changed();
    yield piece;
  }
}

/** The SHA-256 of a part of a file, in hexadecimal. */
export async function hashOfPart(body: FileBody, from: number, until: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of filePieces(body, from, until)) hash.update(piece);
  return hash.digest('hex');
}

const changed = (): RunError =>
  new RunError('FILES.STORE_SILENT', 'the bytes of a file changed while it was copied', {
    hint: 'check the disk of the state, then run the same command again: it continues',
  });
