import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * The path of an input as it is stored: relative to the folder of the pipeline file, with `/`, so that the folder can be
 * moved together with its files and its state.
 */
export const storedPath = (folder: string, path: string): string =>
  relative(folder, path).split(sep).join('/');

/** The path that a file of a step is known by: that of the output of a command does not tell where it was kept. */
export const knownPath = (
  folder: string,
  { path, id }: { readonly path: string; readonly id?: string | undefined },
): string => (id === undefined ? path : resolve(folder, id));

/** The path of a stored input now. Earlier versions stored whole paths. */
export const currentPath = (folder: string, stored: string): string =>
  isAbsolute(stored) ? stored : resolve(folder, stored);
