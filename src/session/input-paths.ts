import { isAbsolute, relative, resolve, sep } from 'node:path';

/**
 * The path of an input as it is stored: relative to the folder of the pipeline file, with `/`, so that the folder can be
 * moved together with its files and its state.
 */
export const storedPath = (folder: string, path: string): string =>
  relative(folder, path).split(sep).join('/');

/** The path of a stored input now. Earlier versions stored whole paths. */
export const currentPath = (folder: string, stored: string): string =>
  isAbsolute(stored) ? stored : resolve(folder, stored);
