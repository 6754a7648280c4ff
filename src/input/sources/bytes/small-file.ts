import type { Stats } from 'node:fs';
import { realClock } from '../../../system/clock.ts';
import { type Files, readAllSync } from '../../../system/files.ts';

/** Bytes of a file that is kept, and of all that are kept together. */
export const SMALL_BYTES = 16_384;
const KEPT_BYTES_MAX = 16 << 20;
/** Memory that a file takes beside its bytes. */
const FILE_COST = 512;
/** The coarsest times of a file system, whose clock is that of the machine: within them, a file may be written once more without a trace. */
const TIMES_MS = 2_000;

type SmallFile = { readonly stamp: string; readonly bytes: Buffer };

/**
 * The bytes of small files that were read a moment ago, the oldest of which make room. A source of thousands of files looks
 * at each of them several times, and opening one costs ten times as much as its row.
 */
const kept = new Map<string, SmallFile>();
let cost = 0;

/** The bytes of a file that were read when it was what it is now; undefined if they are not known. */
export function smallFile(path: string, stats: Stats): Buffer | undefined {
  const found = kept.get(path);
  return found?.stamp === stampOf(stats) ? found.bytes : undefined;
}

/**
 * Keeps a copy of the bytes of a file, if it is small and was not written just now.
 * @param stats what it was before it was read
 */
export function keepSmallFile(path: string, stats: Stats, bytes: Buffer): void {
  if (stats.size !== bytes.length || bytes.length > SMALL_BYTES) return;
  if (realClock.now() - Math.max(stats.mtimeMs, stats.ctimeMs) < TIMES_MS) return;
  forget(path);
  // In memory of its own: a part of a pool would keep all of the pool.
  const own = Buffer.allocUnsafeSlow(bytes.length);
  own.set(bytes);
  kept.set(path, { stamp: stampOf(stats), bytes: own });
  cost += bytes.length + FILE_COST;
  for (const oldest of kept.keys()) {
    if (cost <= KEPT_BYTES_MAX) return;
    forget(oldest);
  }
}

/**
 * Reads all of a small file, and keeps it. At once, because a thread that is waited for takes longer than the file.
 * @throws as `node:fs`
 */
export function readSmallFile(files: Files, path: string, stats: Stats): Buffer {
  const file = files.openSync(path, 'r');
  try {
    const room = Buffer.allocUnsafe(stats.size);
    const bytes = room.subarray(0, readAllSync(files, file, room, 0));
    keepSmallFile(path, stats, bytes);
    return bytes;
  } finally {
    files.closeSync(file);
  }
}

function forget(path: string): void {
  const found = kept.get(path);
  if (!found) return;
  kept.delete(path);
  cost -= found.bytes.length + FILE_COST;
}

const stampOf = ({ dev, ino, size, mtimeMs, ctimeMs }: Stats): string =>
  `${dev} ${ino} ${size} ${mtimeMs} ${ctimeMs}`;
