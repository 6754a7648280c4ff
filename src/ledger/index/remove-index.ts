import type { Files } from '../../system/files.ts';

/** Deletes an index: it is made anew when it is needed. */
export function removeIndex(path: string, files: Files): void {
  if (path === ':memory:') return;
  for (const end of ['', '-wal', '-shm', '-journal']) files.rmSync(path + end, { force: true });
}
