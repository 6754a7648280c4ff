import { rename, rm, writeFile } from 'node:fs/promises';

/**
 * Writes a file that only its owner can read. It is written beside its place and then renamed, so nobody sees half of it.
 * @throws the error of the file system
 */
export async function writePrivate(path: string, text: string): Promise<void> {
  const next = `${path}.next`;
  // A file there is a leftover, or a link that somebody created.
  await rm(next, { force: true });
  await writeFile(next, text, { mode: 0o600, flag: 'wx' });
  await rename(next, path);
}
