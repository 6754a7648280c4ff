import { createHash } from 'node:crypto';
import { RunError } from '../../../errors/run-error.ts';
import type { FileBody } from './file-store.ts';

/** Bytes of a file that are in memory at once. */
export const PIECE_BYTES_MAX = 128 * 1024;
/** Each is filled again only when the piece after it has been taken. */
const BUFFERS = 2;

/**
 * Reads a part of a file piece by piece. A piece is another one once the one after it has been asked for twice: who keeps
 * pieces has to copy them.
 * @param until the place after the last byte
 */
async function* filePieces(body: FileBody, from: number, until: number): AsyncGenerator<Buffer, undefined> {
  const buffers = Array.from({ length: body.readInto ? BUFFERS : 0 }, () =>
    Buffer.allocUnsafe(Math.min(PIECE_BYTES_MAX, until - from)),
  );
  for (let at = from, number = 0; at < until; number++) {
    const end = Math.min(at + PIECE_BYTES_MAX, until);
    const buffer = buffers[number % BUFFERS];
    const piece = buffer ? await filled(body, at, end, buffer) : await body.read(at, end);
    if (piece.length === 0) throw changed();
    at += piece.length;
    yield piece;
  }
}

async function filled(body: FileBody, from: number, until: number, buffer: Buffer): Promise<Buffer> {
  const into = buffer.subarray(0, until - from);
  return into.subarray(0, await body.readInto?.(into, from));
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
