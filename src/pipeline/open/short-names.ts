import { basename, relative } from 'node:path';
import { isRemote } from '../remote/is-remote.ts';

/** File names; files with the same name get their paths relative to the working directory. Addresses stay as they are. */
export function shortNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(paths, (path) => basename(path));
  const isAlone = (path: string): boolean => new Set(counts.get(basename(path))).size === 1;
  const nameOf = (path: string): string => {
    if (isRemote(path)) return path;
    return isAlone(path) ? basename(path) : relative(process.cwd(), path);
  };
  return new Map(paths.map((path) => [path, nameOf(path)]));
}
