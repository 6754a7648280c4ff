import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { RunError } from '../errors/run-error.ts';
import { appendAt } from '../files/append-at.ts';
import {
  decodeStamps,
  encodeStamps,
  type KeyIndex,
  type KeyState,
  STAMP_BYTES,
  type Stamp,
} from './key-index.ts';

/** The keys of an entity on disk, so that a resumed run knows them without reading its sources again. */
export interface KeyFile {
  /** Puts the first `bytes` of the file into the index. */
  restore(index: KeyIndex, bytes: number): Promise<void>;
  /** Appends synced to disk and gives the new length in bytes. */
  append(stamps: readonly { stamp: Stamp; state: KeyState }[]): Promise<number>;
}

const BLOCK_BYTES = STAMP_BYTES * 50_000;

/** @param path made on the first append, 0600 */
export function keyFile(path: string): KeyFile {
  let length = 0;
  return {
    async restore(index, bytes) {
      length = bytes;
      if (bytes === 0) return;
      const file = await open(path, 'r').catch((error: Error) => {
        throw new RunError('STATE.CORRUPT', `the key file ${path} is missing: ${error.message}`);
      });
      try {
        for (let at = 0; at < bytes; at += BLOCK_BYTES) {
          const block = Buffer.alloc(Math.min(BLOCK_BYTES, bytes - at));
          const { bytesRead } = await file.read(block, 0, block.length, at);
          if (bytesRead < block.length)
            throw new RunError('STATE.CORRUPT', `the key file ${path} is shorter than the checkpoint claims`);
          index.restore(block);
        }
      } finally {
        await file.close();
      }
    },
    async append(stamps) {
      if (stamps.length > 0) length += await appendAt(path, encodeStamps(stamps), length);
      return length;
    },
  };
}

/** The stamps in the first `bytes` of a key file, in the order in which their rows were settled. */
export async function* stampsIn(
  path: string,
  bytes: number,
): AsyncGenerator<{ readonly stamp: Stamp; readonly state: KeyState }> {
  if (bytes === 0) return;
  for await (const block of createReadStream(path, { end: bytes - 1, highWaterMark: BLOCK_BYTES }))
    yield* decodeStamps(Uint8Array.from(block as Buffer));
}

/**
 * The key file of rejected rows that come again: the keys of the run before are known, those of its rejected rows can
 * be taken. What is appended goes into a file of its own.
 * @param before what the run left, and how much of it counts
 */
export function retryKeyFile(
  path: string,
  before: { readonly file: KeyFile; readonly bytes: number },
): KeyFile {
  const own = keyFile(path);
  return {
    async restore(index, bytes) {
      await before.file.restore(index, before.bytes);
      index.reopen();
      await own.restore(index, bytes);
    },
    append: (stamps) => own.append(stamps),
  };
}

/**
 * Copies the first `bytes` of a key file behind the first `at` of another.
 * @returns how much of the other counts then
 */
export async function joinKeyFile(path: string, at: number, from: string, bytes: number): Promise<number> {
  if (bytes === 0) return at;
  let end = at;
  for await (const block of createReadStream(from, { end: bytes - 1, highWaterMark: BLOCK_BYTES }))
    end += await appendAt(path, block as Buffer, end);
  return end;
}
