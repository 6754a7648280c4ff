import { cannotWrite } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';

/**
 * Writes a file that only its owner can read. It is written beside its place and then renamed, so nobody sees half of it.
 * @throws the error of the file system
 */
export function writePrivate(files: Files, path: string, text: string): Promise<void> {
  return replaceFile(files, path, text, 0o600);
}

/**
 * Does the same with a file of any mode.
 * @throws the error of the file system
 */
export async function replaceFile(files: Files, path: string, text: string, mode: number): Promise<void> {
  const next = `${path}.next`;
  // A file there is a leftover, or a link that somebody created.
  await files.rm(next, { force: true });
  await files.writeFile(next, text, { mode, flag: 'wx' });
  await files.rename(next, path);
}

/**
 * Makes a folder that only its owner can enter, with those above it.
 * @param purpose of it, for the error: ` for copies`
 * @throws RunError `STATE.UNWRITABLE`
 */
export async function makeFolder(folder: string, files: Files, purpose = ''): Promise<void> {
  try {
    await files.mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw cannotWrite(error, `the folder ${folder}${purpose}`, 'made');
  }
}
