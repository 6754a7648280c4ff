import { basename, relative } from 'node:path';
import type { Spooled, Spools } from '../code/spool-sources.ts';
import { isRemote } from '../reference.ts';
import { type Copies, remoteName } from '../remote/copies.ts';
import type { FoundInputs } from './find-inputs.ts';
import type { Opening } from './opening.ts';

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

/** Names of the inputs of a pipeline, by path. */
type InputNames = Pick<Opening, 'spooled'> & {
  /** As messages name them. */
  readonly names: ReadonlyMap<string, string>;
};

/** Names files by their paths, and what was spooled or copied by where it came from. */
export function inputNames(found: FoundInputs, spools: Spools, copies: Copies): InputNames {
  const paths = Object.values(found).flatMap((each) => each.flatMap((source) => source.paths));
  const copied = [...paths, ...copies.values()].flatMap((path): readonly Spooled[] => {
    const name = remoteName(path, copies);
    return name === undefined ? [] : [{ path, name, id: name }];
  });
  const spooled = new Map([...copied, ...spools.values()].map((each) => [each.path, each] as const));
  const own = Array.from(spooled, ([path, { name }]) => [path, name] as const);
  return { spooled, names: new Map([...shortNames(paths), ...own]) };
}
