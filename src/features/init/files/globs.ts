import { basename, dirname, relative, sep } from 'node:path';
import { byNumber } from '../../../system/by-number.ts';

/** Fewer files are named one by one. */
const GLOB_FROM = 4;
const GLOB_CHARS = /[*?[\]{}]/;

/**
 * Names files for a pipeline: one by one if they are few, else by globs that match all of them and no other file.
 * @param base the folder that the paths are relative to
 * @param all the paths of all files that are there
 */
export function namedPaths(paths: readonly string[], base: string, all: readonly string[]): string[] {
  const own = paths.map((path) => posix(base, path)).sort(byNumber);
  const others = all.filter((path) => !paths.includes(path)).map((path) => posix(base, path));
  if (own.length < GLOB_FROM && !sameFolders(own)) return own;
  const glob = globFor(own, others);
  return glob === undefined ? own : [glob];
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
    .map((part) =>
      part === '**/' ? '(?:[^/]+/)*' : part === '*' ? '[^/]*' : part.replaceAll(/[.+^$()|\\?[\]{}]/g, '\\$&'),
    )
    .join('');
  const expected = new RegExp(`^${pattern}$`);
  return (path) => expected.test(path);
}

function commonFolder(paths: readonly string[]): string {
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

const posix = (base: string, path: string): string => relative(base, path).split(sep).join('/');
