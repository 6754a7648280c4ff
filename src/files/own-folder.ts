import type { Stats } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
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
    throw new RunError('STATE.NOT_OWN', `${path} is a symbolic link, so files would be saved elsewhere`, {
      hint: `look where it leads, then  rm ${path}  and run the same command again; a state on another disk is  state: PATH  in the pipeline`,
    });
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

/** Permission to run the code that a pipeline names. */
export type CodeAccess = {
  /** `--allow-code`: also where others may change it. */
  readonly allowCode: boolean;
};

const OTHERS_WRITE = 0o022;

/**
 * Checks that nobody but this user (or root) may change what is about to be run: the pipeline file, the program where it
 * is named by a path, and the folders of both.
 * @param program as the pipeline names it; a bare name is found through PATH and not checked
 * @throws RunError `CONFIG.CODE_NOT_OWN`
 */
export async function requireOwnCode(
  program: string,
  { file, folder }: { readonly file: string; readonly folder: string },
  { allowCode }: CodeAccess,
): Promise<void> {
  if (allowCode) return;
  const files = [resolve(file), ...(program.includes('/') ? [resolve(folder, program)] : [])];
  const places = await Promise.all(files.map(placesOf));
  for (const path of new Set(places.flat())) {
    const open = await openTo(path);
    if (!open) continue;
    throw new RunError('CONFIG.CODE_NOT_OWN', `${program} was not run: ${open.why}`, {
      hint: `${open.todo}  or, if you trust what the pipeline runs, add --allow-code`,
    });
  }
}

/** A file and its folder; where the file is a link, also what it leads to. */
export async function placesOf(path: string): Promise<string[]> {
  // A pipeline that a program makes has no file, and a missing program is told when it is run.
  const real = await realpath(path).catch(() => path);
  return [path, real].flatMap((one) => [dirname(one), one]);
}

/** Others who may change a file or folder, and what to type against it. */
export type OpenTo = { readonly why: string; readonly todo: string };

/**
 * Looks whether somebody else than this user (or root) may change a file or folder. Says nothing of what is not there, nor
 * on systems without user ids.
 * @param options.sticky whether others may write to a folder in which they cannot touch what is not theirs, as `/tmp`
 */
export async function openTo(path: string, { sticky = false } = {}): Promise<OpenTo | undefined> {
  const own = process.getuid?.();
  const found = own === undefined ? undefined : await stat(path).catch(() => undefined);
  if (!found) return undefined;
  if (found.uid !== own && found.uid !== ROOT)
    return { why: `${path} belongs to another user`, todo: `chown ${own} ${path}` };
  if ((found.mode & OTHERS_WRITE) === 0 || (sticky && (found.mode & STICKY) !== 0)) return undefined;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return { why: `${path} can be changed by others, its mode is ${mode}`, todo: `chmod go-w ${path}` };
}
