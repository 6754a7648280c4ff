import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';

/** Who may run the code that a pipeline names. */
export type CodeAccess = {
  /** `--allow-code`: also where others may change it. */
  readonly allowCode: boolean;
};

const OTHERS_WRITE = 0o022;
const ROOT = 0;

/**
 * Checks that nobody but this user (or root) may change what is about to be run: the pipeline file, the program where it
 * is named by a path, and the folders of both. Checks nothing on systems without user ids.
 * @param program as the pipeline names it; a bare name is found through PATH and not checked
 * @throws RunError `CONFIG.CODE_NOT_OWN`
 */
export async function requireOwnCode(
  program: string,
  { file, folder }: { readonly file: string; readonly folder: string },
  { allowCode }: CodeAccess,
): Promise<void> {
  const uid = process.getuid?.();
  if (allowCode || uid === undefined) return;
  const files = [resolve(file), ...(program.includes('/') ? [resolve(folder, program)] : [])];
  const places = await Promise.all(files.map(placesOf));
  for (const path of new Set(places.flat())) {
    const why = await changedBy(path, uid);
    if (why === undefined) continue;
    throw new RunError('CONFIG.CODE_NOT_OWN', `${program} was not run: ${path} ${why}`, {
      hint: `chmod go-w ${path}  or, if you trust what the pipeline runs, add --allow-code`,
    });
  }
}

/** A file and its folder; where the file is a link, also what it leads to. */
async function placesOf(path: string): Promise<string[]> {
  // A pipeline that a program makes has no file, and a missing program is told when it is run.
  const real = await realpath(path).catch(() => path);
  return [path, real].flatMap((one) => [dirname(one), one]);
}

/** How somebody else may change it; undefined if nobody may, or if there is nothing. */
async function changedBy(path: string, own: number): Promise<string | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (!found) return undefined;
  if (found.uid !== own && found.uid !== ROOT) return 'belongs to another user';
  if ((found.mode & OTHERS_WRITE) === 0) return undefined;
  const mode = (found.mode & 0o777).toString(8).padStart(4, '0');
  return `can be changed by others, its mode is ${mode}`;
}
