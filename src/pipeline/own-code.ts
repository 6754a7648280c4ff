import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';

/** Permission to run the code that a pipeline names. */
export type CodeAccess = {
  /** `--allow-code`: also where others may change it. */
  readonly allowCode: boolean;
};

const OTHERS_WRITE = 0o022;
const STICKY = 0o1000;
const ROOT = 0;

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
