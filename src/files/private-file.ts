import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read: beside the place, then renamed into it, so that nobody sees half of it.
 * @throws the error of the file system
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  // What lies there is a leftover, or a link that somebody put there.
  await rm(next, { force: true });
  await writeFile(next, text, { mode: 0o600, flag: 'wx' });
  await rename(next, path);
}
