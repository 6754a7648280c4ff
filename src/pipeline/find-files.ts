import { glob } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RunError } from '../errors/run-error.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { type Files, realFiles } from '../system/files.ts';

/** How far a glob may go. A glob that begins at `/` would visit the whole machine. */
export type GlobLimits = {
  /** Files and folders that it looks at, in folders that it goes into. */
  readonly entries: number;
  /** Files that it finds. */
  readonly matches: number;
};

/** About ten seconds on a local disk. */
const GLOB_LIMITS: GlobLimits = { entries: 250_000, matches: 100_000 };

/**
 * The files of a path, a glob or a list of them; each at most once, globs in order of name.
 * @param folder relative paths are relative to it
 * @throws RunError `SOURCE.MISSING` if nothing is there, `SOURCE.GLOB_TOO_WIDE` beyond the limits
 */
export async function findFiles(
  spec: { readonly path: string | readonly string[] },
  folder: string,
  entity: EntityName,
  files: Files = realFiles,
  limits: GlobLimits = GLOB_LIMITS,
): Promise<string[]> {
  const paths = new Set<string>();
  for (const pattern of [spec.path].flat()) {
    const plain = resolve(folder, pattern);
    // The link itself, not its target: a broken link gets its own error when it is opened.
    if (await files.lstat(plain).catch(() => undefined)) {
      paths.add(plain);
      continue;
    }
    const matches = /[*?[\]{}]/.test(pattern) ? await matchesOf(pattern, folder, entity, limits) : [];
    if (matches.length === 0)
      throw new RunError('SOURCE.MISSING', `sources.${entity}: no file at ${pattern} (${plain})`);
    for (const match of matches.sort(byNumberedName)) paths.add(resolve(folder, match));
  }
  return [...paths];
}

async function matchesOf(
  pattern: string,
  folder: string,
  entity: EntityName,
  limits: GlobLimits,
): Promise<string[]> {
  const matches: string[] = [];
  let entries = 0;
  const tooWide = (what: string): RunError => {
    const [first] = matches;
    const found = first === undefined ? '' : `; its first match is ${resolve(folder, first)}`;
    return new RunError('SOURCE.GLOB_TOO_WIDE', `sources.${entity}: ${pattern} ${what}${found}`);
  };
  const exclude = (): boolean => {
    entries++;
    if (entries > limits.entries)
      throw tooWide(`goes through more than ${shown(limits.entries)} files and folders`);
    return false;
  };
  for await (const match of glob(pattern, { cwd: folder, exclude })) {
    matches.push(match);
    if (matches.length > limits.matches) throw tooWide(`matches more than ${shown(limits.matches)} files`);
  }
  return matches;
}

/** `part-10` comes after `part-9`. */
const byNumberedName = (a: string, b: string): number =>
  a.localeCompare(b, 'en', { numeric: true }) || (a < b ? -1 : 1);

const shown = (count: number): string => count.toLocaleString('en');
