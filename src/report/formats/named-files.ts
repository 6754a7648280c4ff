import { existsSync, realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { fromHere } from '../../terminal/printable.ts';

/** A file as other programs can open it. */
export type NamedFile = {
  /** Undefined if no file is known. */
  readonly path: string | undefined;
  /** What is meant, where that is not the file itself: a place in an archive, or the output of a command. */
  readonly inside?: string;
};

/** Finds the file of a name that a sample or an error has. */
export type FileOf = (name: string) => NamedFile;

/** A name that `FileOf` finds: the path of the file, or of one in an archive (`export.zip!/name`). */
type Known = {
  /** @returns undefined if no file is known */
  pathOf(name: string): string | undefined;
  /** The file that stands in where there is none, such as the pipeline file. */
  readonly fallback?: string | undefined;
};

/**
 * Makes paths relative to the workspace of a workflow if it has the file, else to the working directory.
 * @param env `GITHUB_WORKSPACE` is the workspace
 */
export function fileNamer(
  env: Readonly<Record<string, string | undefined>>,
  { pathOf, fallback }: Known = { pathOf: (name) => name },
): FileOf {
  const workspace = env['GITHUB_WORKSPACE'];
  const shown = (path: string): string =>
    (workspace ? inFolder(workspace, path) : undefined) ?? fromHere(path);
  const known = new Map<string, NamedFile>();
  const find = (name: string): NamedFile => {
    const path = pathOf(name);
    const full = path === undefined ? undefined : resolve(path);
    if (full !== undefined && existsSync(full)) return { path: shown(full) };
    const [archive = '', ...inside] = (full ?? '').split('!/');
    if (inside.length > 0 && existsSync(archive)) return { path: shown(archive), inside: inside.join('!/') };
    return { path: fallback === undefined ? undefined : shown(resolve(fallback)), inside: name };
  };
  return (name) => {
    const file = known.get(name) ?? find(name);
    known.set(name, file);
    return file;
  };
}

/** The path in a folder, with `/`; undefined if it is elsewhere. The working directory has no links in its path. */
function inFolder(folder: string, path: string): string | undefined {
  for (const from of [folder, existsSync(folder) ? realpathSync(folder) : folder]) {
    const short = relative(from, path);
    if (short !== '' && !isAbsolute(short) && short.split(sep)[0] !== '..') return short.split(sep).join('/');
  }
  return undefined;
}
