import { glob } from 'node:fs/promises';
import { posix, resolve } from 'node:path';
import { didYouMean } from '../errors/nearest.ts';
import { RunError } from '../errors/run-error.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { listArchive } from '../input/sources/bytes/archive-list.ts';
import { byNumber } from '../system/by-number.ts';
import type { Files } from '../system/files.ts';
import { grouped } from '../terminal/printable.ts';
import type { Copies } from './remote/copies.ts';

/** Thing that a path belongs to, for messages. */
type SourceName = EntityName | 'export';

/** Place where the paths of a pipeline lead. */
export type SourcePlace = {
  /** Relative paths are relative to it. */
  readonly folder: string;
  /** The files that addresses lead to. */
  readonly copies: Copies;
};

/** Limits of a glob. A glob that begins at `/` would visit the whole machine. */
export type GlobLimits = {
  /** Files and folders that it looks at, in folders that it goes into. */
  readonly entries: number;
  /** Files that it finds. */
  readonly matches: number;
};

/** About ten seconds on a local disk. */
const GLOB_LIMITS: GlobLimits = { entries: 250_000, matches: 250_000 };

/**
 * The files of a path, a glob or a list of them; each at most once, globs in order of name. After `!/` comes a path or a
 * glob inside of archives: `exports/*.zip!/general/*.json`.
 * @param warn gets a sentence about each file in an archive that is left out
 * @throws RunError `SOURCE.MISSING` if nothing is there, `SOURCE.GLOB_TOO_WIDE` beyond the limits
 */
export async function findFiles(
  spec: { readonly path: string | readonly string[] },
  place: SourcePlace,
  entity: SourceName,
  files: Files,
  limits: GlobLimits = GLOB_LIMITS,
  warn: (sentence: string) => void = () => {},
): Promise<string[]> {
  const search = { ...place, entity, files, limits, warn };
  const paths = new Set<string>();
  for (const pattern of [spec.path].flat()) {
    for (const path of await filesAt(pattern, search)) paths.add(path);
  }
  return [...paths];
}

type Search = SourcePlace & {
  readonly entity: SourceName;
  readonly files: Files;
  readonly limits: GlobLimits;
  readonly warn: (sentence: string) => void;
};

async function filesAt(pattern: string, search: Search): Promise<readonly string[]> {
  const { folder, copies, files, entity } = search;
  const plain = copies.get(pattern) ?? resolve(folder, pattern);
  // The link itself, not its target: a broken link gets its own error when it is opened.
  if (await files.lstat(plain).catch(() => undefined)) return [plain];
  const [archives = '', ...inside] = pattern.split('!/');
  if (inside.length > 0) return await membersAt(archives, inside.join('!/'), search);
  const matches = isGlob(pattern) ? await matchesOf(pattern, search) : [];
  if (matches.length === 0)
    throw new RunError(
      'SOURCE.MISSING',
      `sources.${entity}: no file at ${pattern} (${plain})`,
      withSlashes(pattern),
    );
  return matches.sort(byNumber).map((match) => resolve(folder, match));
}

/** Hint that helps a path that is written as on Windows. */
const withSlashes = (pattern: string): { readonly hint: string } | undefined =>
  pattern.includes('\\')
    ? { hint: `write paths with /:  path: ${pattern.replaceAll('\\', '/')}` }
    : undefined;

/** The files in all archives at a path or glob whose names in the archive match. */
async function membersAt(archives: string, inside: string, search: Search): Promise<readonly string[]> {
  const { entity, files, limits, warn } = search;
  const found: string[] = [];
  let entries = 0;
  for (const archive of await filesAt(archives, search)) {
    const { names, notes } = await listArchive(files, archive);
    for (const note of notes) warn(`${archive}: ${note}`);
    entries += names.length;
    const matches = names.includes(inside)
      ? [inside]
      : names.filter((name) => posix.matchesGlob(name, inside));
    found.push(...matches.sort(byNumber).map((name) => `${archive}!/${name}`));
    if (found.length > limits.matches) {
      const matched = `${archives}!/${inside} matches more than ${grouped(limits.matches)} files`;
      throw new RunError('SOURCE.GLOB_TOO_WIDE', `sources.${entity}: ${matched}`);
    }
    if (found.length === 0 && !isGlob(archives)) throw noMember(archive, inside, names, entity);
  }
  if (found.length === 0)
    throw new RunError(
      'SOURCE.MISSING',
      `sources.${entity}: none of the ${grouped(entries)} files in ${archives} matches ${inside}`,
    );
  return found;
}

function noMember(archive: string, inside: string, names: readonly string[], entity: SourceName): RunError {
  const meant = didYouMean(inside, names, `it has ${names.slice(0, 5).join(', ') || 'no file'}`);
  return new RunError('SOURCE.MISSING', `sources.${entity}: no file ${inside} in ${archive}${meant}`);
}

const isGlob = (pattern: string): boolean => /[*?[\]{}]/.test(pattern);

async function matchesOf(pattern: string, { folder, entity, files, limits }: Search): Promise<string[]> {
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
      throw tooWide(`goes through more than ${grouped(limits.entries)} files and folders`);
    return false;
  };
  for await (const match of glob(pattern, { cwd: folder, exclude })) {
    // A link on the way may lead anywhere; a name out there is shown to nobody.
    await files.lstat(resolve(folder, match)).catch((error: unknown) => {
      if (error instanceof RunError)
        throw new RunError(error.code, `sources.${entity}: a link leads ${pattern} out of the folders`);
    });
    matches.push(match);
    if (matches.length > limits.matches) throw tooWide(`matches more than ${grouped(limits.matches)} files`);
  }
  return matches;
}
