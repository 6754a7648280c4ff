import { basename, relative } from 'node:path';

/** File names; files with the same name get their paths relative to the working directory. */
export function shortNames(paths: readonly string[]): ReadonlyMap<string, string> {
  const counts = Map.groupBy(paths, (path) => basename(path));
  return new Map(
    paths.map((path) => [
      path,
      new Set(counts.get(basename(path))).size === 1 ? basename(path) : relative(process.cwd(), path),
    ]),
  );
}
