import { join } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';

const OTHERS_WRITE = 0o022;

/**
 * Checks that what is written to a folder stays in it: nobody else may change the folder or one below it, and nothing in
 * it is a symbolic link, which would lead a write to another file. What is not there passes.
 * @throws RunError `STATE.NOT_OWN`, naming the path and what to type
 */
export async function requireOwnFolder(folder: string, files: Files): Promise<void> {
  const found = await unlessGone(files.lstat(folder));
  if (found?.isSymbolicLink())
    throw new RunError(
      'STATE.NOT_OWN',
      `${folder} is a symbolic link, and what is saved would land elsewhere`,
      { hint: `look where it leads, then  rm ${folder}  and run the same command again` },
    );
  if (!found?.isDirectory()) return;
  if (isOpen(found.mode)) {
    const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
    throw new RunError('STATE.NOT_OWN', `others can write to ${folder}, its mode is ${mode}`, {
      hint: `chmod go-w ${folder}  then run the same command again`,
    });
  }
  for (const name of (await unlessGone(files.readdir(folder))) ?? [])
    await requireOwnFolder(join(folder, name), files);
}

/** The modes of Windows say nothing about others. */
const isOpen = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS_WRITE) !== 0;

/** Undefined for what is not there: another command may remove its files meanwhile. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new RunError('STATE.UNWRITABLE', `the state folder cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
