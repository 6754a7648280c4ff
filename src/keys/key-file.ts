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

/** The keys of an entity on disk; a resumed run reads them instead of its sources. */
export interface KeyFile {
  /** Reads the first `bytes` of the file into the index. */
  restore(index: KeyIndex, bytes: number): Promise<void>;
  /** Appends, syncs to disk and returns the new length in bytes. */
  append(stamps: readonly { stamp: Stamp; state: KeyState }[]): Promise<number>;
}

const BLOCK_BYTES = STAMP_BYTES * 50_000;

/** @param path created by the first append, 0600 */
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
 * The key file of a retry of rejected rows: the keys of the run before are known, and the keys of its rejected rows are
 * free again. New keys go into a separate file.
 * @param before the key file of the run, and how many bytes of it are valid
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
 * Copies the first `bytes` of the key file `from` behind the first `at` bytes of the key file `path`.
 * @returns the new valid length of `path`, bytes
 */
export async function joinKeyFile(path: string, at: number, from: string, bytes: number): Promise<number> {
  if (bytes === 0) return at;
  let end = at;
  for await (const block of createReadStream(from, { end: bytes - 1, highWaterMark: BLOCK_BYTES }))
    end += await appendAt(path, block as Buffer, end);
  return end;
}
