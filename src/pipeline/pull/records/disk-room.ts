import { dirname } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { isOfDisk } from '../../../files/disk-failure.ts';
import { FREE_MIN, freeBytes } from '../../../files/disk-space.ts';
import type { Files } from '../../../system/files.ts';
import { byteSize } from '../../../terminal/printable.ts';

/**
 * Does work that writes records, or their log.
 * @throws RunError `SOURCE.SPOOL_FULL`; what the work throws
 */
export async function onDisk<T>(path: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const cause = error instanceof RunError ? error.cause : error;
    if (!isOfDisk(cause)) throw error;
    throw full(path, (error as Error).message, error);
  }
}

/** @throws RunError `SOURCE.SPOOL_FULL` */
export function requireRoom(path: string, files: Files): void {
  const free = freeBytes(files, dirname(path));
  if (free < FREE_MIN)
    throw full(path, `the disk has ${byteSize(free)} free, and a run needs room beside the records`);
}

const full = (path: string, why: string, cause?: unknown): RunError =>
  new RunError('SOURCE.SPOOL_FULL', `the records do not fit into ${dirname(path)}: ${why}`, { cause });
