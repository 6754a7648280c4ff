import { dirname, join } from 'node:path';
import type { Files } from '../system/files.ts';
import { byteSize } from '../terminal/printable.ts';

/** State, rejects and reports together take less than this many times the size of the sources. */
const SOURCES_TIMES = 3;

/** The free space for a state folder, beside what a run may need; bytes. */
export type DiskSpace = {
  readonly free: number;
  /** The bytes that are missing for the most that a run may need; 0 if there is enough. */
  readonly missing: number;
};

/**
 * Compares the free space for a state folder with what a run may need.
 * @param sources bytes of the source files
 * @param kept bytes that the state takes already, which a run does not need again
 */
export function diskSpace(files: Files, folder: string, sources: number, kept = 0): DiskSpace {
  const free = freeBytes(files, folder);
  return { free, missing: Math.max(0, sources * SOURCES_TIMES - kept - free) };
}

/**
 * A disk that may be too small for a run, in words; undefined if there is enough space.
 * @param state the state folder, and those in it whose files grow with the rows
 * @param sources the paths of the source files
 */
export async function tooSmall(
  files: Files,
  state: readonly [folder: string, ...inner: readonly string[]],
  sources: readonly string[],
): Promise<string | undefined> {
  const names = await Promise.all(
    state.map(async (path) => (await files.readdir(path).catch(() => [])).map((name) => join(path, name))),
  );
  const bytes = await sizeOf(files, sources);
  const { free, missing } = diskSpace(files, state[0], bytes, await sizeOf(files, names.flat()));
  if (missing === 0) return undefined;
  return `the disk of ${state[0]} has ${byteSize(free)} free; the sources are ${byteSize(bytes)}, and a run may need ${byteSize(missing)} more`;
}

/** Bytes of those paths that are files. */
async function sizeOf(files: Files, paths: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const path of paths) {
    const stats = await files.stat(path).catch(() => undefined);
    if (stats?.isFile()) bytes += stats.size;
  }
  return bytes;
}

/** Bytes that must stay free on the disk: the state of a run has to fit beside its input. */
export const FREE_MIN = 64 * 1024 * 1024;

/** Bytes that are free where a path is or would be; more than there can be if nobody can say. */
export function freeBytes(files: Files, path: string): number {
  const space = spaceOf(files, path);
  return space ? space.bavail * space.bsize : Number.POSITIVE_INFINITY;
}

/** The file system that a path is or would be on; undefined if nobody can say. */
export function spaceOf(files: Files, path: string): ReturnType<Files['statfsSync']> | undefined {
  try {
    return files.statfsSync(path);
  } catch {
    const above = dirname(path);
    return above === path ? undefined : spaceOf(files, above);
  }
}
