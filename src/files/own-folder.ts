import type { Dirent } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { RunError } from '../errors/run-error.ts';

const OTHERS_WRITE = 0o022;

/**
 * Checks that what is written to a folder stays in it: nobody else may change the folder or one below it, and nothing in
 * it is a symbolic link, which would lead a write to another file. A folder that is not there passes.
 * @throws RunError `STATE.NOT_OWN`, naming the path and what to type
 */
export async function requireOwnFolder(folder: string): Promise<void> {
  await requireOwn(folder);
  for (const entry of await entriesOf(folder)) {
    const path = join(entry.parentPath, entry.name);
    if (entry.isSymbolicLink()) throw isLink(path);
    if (entry.isDirectory()) await requireOwn(path);
  }
}

async function requireOwn(folder: string): Promise<void> {
  const found = await unlessGone(lstat(folder));
  if (found?.isSymbolicLink()) throw isLink(folder);
  if (!found?.isDirectory() || !isOpen(found.mode)) return;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  throw new RunError('STATE.NOT_OWN', `others can write to ${folder}, its mode is ${mode}`, {
    hint: `chmod go-w ${folder}  then run the same command again`,
  });
}

/** The modes of Windows say nothing about others. */
const isOpen = (mode: number): boolean => process.platform !== 'win32' && (mode & OTHERS_WRITE) !== 0;

const isLink = (path: string): RunError =>
  new RunError('STATE.NOT_OWN', `${path} is a symbolic link, and what is saved would land elsewhere`, {
    hint: `look where it leads, then  rm ${path}  and run the same command again`,
  });

async function entriesOf(folder: string): Promise<readonly Dirent[]> {
  return (await unlessGone(readdir(folder, { recursive: true, withFileTypes: true }))) ?? [];
}

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
