import { basename, dirname, relative, sep } from 'node:path';
import { escapedPattern } from '../../input/rows/format-parts.ts';
import { byNumber } from '../../system/by-number.ts';

/** The files among which a source is named. */
export type Surroundings = {
  /** The folder that the paths are relative to. */
  readonly base: string;
  /** All files that are there. */
  readonly all: readonly string[];
  /** Those without rows, which any glob may take. */
  readonly empty?: ReadonlySet<string>;
  /** Globs that the user gave, with the files that each has found. */
  readonly given?: ReadonlyMap<string, ReadonlySet<string>>;
};

/** Fewer files are named one by one. */
export const GLOB_FROM = 4;
const GLOB_CHARS = /[*?[\]{}]/;
/** Globs of one source; with more, its files are named one by one. */
const GLOBS_MAX = 20;

/** A path relative to a folder, with `/`. */
export const relativeTo = (base: string, path: string): string => relative(base, path).split(sep).join('/');

/**
 * Names files for a pipeline: one by one if they are few, else by globs that match all of them and no other file with
 * rows, so that files of the same kind that come later are read too.
 */
export function namedPaths(
  paths: readonly string[],
  { base, all, empty = new Set(), given = new Map() }: Surroundings,
): string[] {
  const isOwn = new Set(paths);
  for (const [glob, found] of given)
    if (found.size >= isOwn.size && isOwn.isSubsetOf(found))
      if (found.difference(isOwn).isSubsetOf(empty)) return [relativeTo(base, glob)];
  const own = paths.map((path) => relativeTo(base, path)).sort(byNumber);
  if (own.length < GLOB_FROM && !sameFolders(own) && !areNumbered(own)) return own;
  const others = all.filter((path) => !isOwn.has(path) && !empty.has(path));
  const globs = globsFor(
    own,
    others.map((path) => relativeTo(base, path)),
  );
  return globs && globs.length <= GLOBS_MAX ? globs : own;
}

/** True if names differ in their numbers alone, such as those of months: more of them will come. */
const areNumbered = (own: readonly string[]): boolean =>
  own.length > 1 && new Set(own.map((path) => path.replaceAll(/\d/g, '0'))).size === 1;

/** One glob, or where it would take another file, one for each folder or each beginning of the names. */
function globsFor(own: readonly string[], others: readonly string[]): string[] | undefined {
  const one = globFor(own, others);
  if (one !== undefined) return [one];
  const { length } = commonFolder(own);
  for (const partOf of [
    (path: string) =>
      path
        .slice(length)
        .split('/')
        .slice(0, length === 0 ? 1 : 2)
        .join('/'),
    (path: string) => `${dirname(path)}/${basename(path).replace(/\d[\s\S]*$/, '')}`,
  ]) {
    const parts = [...Map.groupBy(own, partOf).values()];
    if (parts.length < 2 || parts.length > GLOBS_MAX) continue;
    const globs = parts.map((part) => (part.length < 2 ? part[0] : globFor(part, others)));
    if (globs.every((glob) => glob !== undefined)) return globs;
  }
  return undefined;
}

/** Two files of one name in different folders are a glob already. */
const sameFolders = (own: readonly string[]): boolean =>
  own.length > 1 && new Set(own.map((path) => dirname(path))).size === own.length;

/** The narrowest of the usual globs that takes all of these and none of the others. */
function globFor(own: readonly string[], others: readonly string[]): string | undefined {
  const folder = commonFolder(own);
  const prefix = folder === '' ? '' : `${folder}/`;
  const names = own.map((path) => basename(path));
  const ending = commonEnding(names);
  const start = commonStart(names);
  const isFlat = own.every((path) => dirname(path) === (folder === '' ? '.' : folder));
  const isDeep = own.every((path) => path.slice(prefix.length).split('/').length === 2);
  const within = isFlat ? '' : isDeep ? '*/' : '**/';
  const [name = ''] = names;
  const same = names.every((each) => each === name) ? [`${within}${name}`] : [];
  if (GLOB_CHARS.test(prefix + start + ending)) return undefined;
  // Beyond the folder of the pipeline nobody knows which other files there are.
  if (!isFlat && /^(?:\.\.\/)+$/.test(prefix)) return undefined;
  // Where all names are the same, the beginning and the ending would be the same characters.
  const started = names.every((each) => each.length >= start.length + ending.length);
  return [...same, `${within}*${ending}`, ...(started ? [`${within}${start}*${ending}`] : [])]
    .map((glob) => prefix + glob)
    .find((glob) => !others.some(matcherOf(glob)));
}

/** Returns a test of a path against a glob made of folders, `*` and plain text. */
function matcherOf(glob: string): (path: string) => boolean {
  const pattern = glob
    .split(/(\*\*\/|\*)/)
    .map((part) => (part === '**/' ? '(?:[^/]+/)*' : part === '*' ? '[^/]*' : escapedPattern(part)))
    .join('');
  const expected = new RegExp(`^${pattern}$`);
  return (path) => expected.test(path);
}

/** The folder that all of some paths with `/` are in; empty if it is none. */
export function commonFolder(paths: readonly string[]): string {
  const [first = [], ...rest] = paths.map((path) => path.split('/').slice(0, -1));
  const length = first.findIndex((part, at) => rest.some((other) => other[at] !== part));
  return (length === -1 ? first : first.slice(0, length)).join('/');
}

/** The ending of all names, from the first dot on. */
function commonEnding(names: readonly string[]): string {
  const [first = ''] = names;
  for (let at = first.indexOf('.'); at !== -1; at = first.indexOf('.', at + 1)) {
    const ending = first.slice(at);
    if (names.every((name) => name.endsWith(ending))) return ending;
  }
  return '';
}

function commonStart(names: readonly string[]): string {
  const [first = '', ...rest] = names;
  let length = 0;
  while (length < first.length && rest.every((name) => name[length] === first[length])) length += 1;
  return first.slice(0, length).replace(/[\d.]+$/, '');
}
