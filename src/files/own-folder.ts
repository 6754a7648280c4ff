import type { Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import type { Files } from '../system/files.ts';

/** The rights to write, in the mode of a file. */
const GROUP = 0o020;
const WORLD = 0o002;
/** In a folder with it, nobody touches what belongs to another one. */
const STICKY = 0o1000;
const ROOT = 0;

/**
 * Checks that what is written to the folder of a state stays in it, and is what we wrote: the folder, all below it and the one
 * that it is in belong to this user or to root and are no symbolic links, which would lead a write to another file; and nobody
 * else may put another folder into its place. What is not there passes.
 * @throws RunError `STATE.NOT_OWN`, naming the path and what to type
 */
export async function requireOwnFolder(folder: string, files: Files): Promise<void> {
  await requireOwn(folder, files);
  const parent = dirname(folder);
  await requireNoLink(parent, files);
  requireOwner(parent, await unlessGone(files.lstat(parent)));
  for (let above = parent; ; above = dirname(above)) {
    const found = await unlessGone(files.stat(above));
    if (found && (found.mode & STICKY) === 0 && isOpen(found, process.getgid?.())) throw open(above, found);
    if (dirname(above) === above) return;
  }
}

/** The folder and all below it. */
async function requireOwn(path: string, files: Files): Promise<void> {
  const found = await requireNoLink(path, files);
  requireOwner(path, found);
  if (!found?.isDirectory()) return;
  if (isOpen(found, undefined)) throw open(path, found);
  for (const name of (await unlessGone(files.readdir(path))) ?? []) await requireOwn(join(path, name), files);
}

async function requireNoLink(path: string, files: Files): Promise<Stats | undefined> {
  const found = await unlessGone(files.lstat(path));
  if (found?.isSymbolicLink())
    throw new RunError(
      'STATE.NOT_OWN',
      `${path} is a symbolic link, and what is saved would land elsewhere`,
      {
        hint: `look where it leads, then  rm ${path}  and run the same command again; a state on another disk is  state: PATH  in the pipeline`,
      },
    );
  return found;
}

/** @throws RunError `STATE.NOT_OWN` if it belongs to somebody else, who could exchange it at any time; also to root. */
function requireOwner(path: string, found: Pick<Stats, 'uid'> | undefined): void {
  const own = process.getuid?.();
  if (!found || own === undefined || found.uid === own || found.uid === ROOT) return;
  throw new RunError('STATE.NOT_OWN', `${path} belongs to the user ${found.uid}, and this one is ${own}`, {
    hint: `run the command as that user; or, if nobody else needs it:  chown -R ${own} ${path}`,
  });
}

const open = (path: string, { mode }: Pick<Stats, 'mode'>): RunError =>
  new RunError(
    'STATE.NOT_OWN',
    `others can write to ${path}, its mode is ${(mode & 0o777).toString(8).padStart(4, '0')}`,
    { hint: `chmod go-w ${path}  then run the same command again` },
  );

/**
 * The modes of Windows say nothing about others.
 * @param group whose members are no others: of many systems, that of the user alone
 */
const isOpen = ({ mode, gid }: Pick<Stats, 'mode' | 'gid'>, group: number | undefined): boolean =>
  process.platform !== 'win32' && ((mode & WORLD) !== 0 || ((mode & GROUP) !== 0 && gid !== group));

/** Undefined for what is not there: another command may remove its files meanwhile. */
async function unlessGone<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    // Outside of what a job of a queue may touch.
    if (error instanceof RunError) return undefined;
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new RunError('STATE.UNWRITABLE', `the state folder cannot be read: ${(error as Error).message}`, {
      cause: error,
    });
  }
}
