import { isAbsolute, relative, resolve, sep } from 'node:path';
import { isRemote } from '../pipeline/remote/is-remote.ts';

/**
 * The path of an input as it is stored: relative to the folder of the pipeline file, with `/`, so that the folder can be
 * moved together with its files and its state. An address stays as it is.
 */
export const storedPath = (folder: string, path: string): string =>
  isRemote(path) ? path : relative(folder, path).split(sep).join('/');

/** The path that a file of a step is known by: that of the output of a command, or of a copy, does not tell where it is kept. */
export const knownPath = (
  folder: string,
  { path, id }: { readonly path: string; readonly id?: string | undefined },
): string => {
  if (id === undefined) return path;
  return isRemote(id) ? id : resolve(folder, id);
};

/** The path of a stored input now. Earlier versions stored whole paths. */
export const currentPath = (folder: string, stored: string): string =>
  isRemote(stored) || isAbsolute(stored) ? stored : resolve(folder, stored);
