import { resolve } from 'node:path';
import { onlyRunError, type RunError } from '../../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { sheetOf } from '../../../input/sources/formats.ts';
import { commonFolder } from '../../../inspection/trees/globs.ts';
import { chosenFiles, readOnce, type UnreadLike } from '../../../inspection/trees/many-files.ts';
import { filesUnder, type UnreadFile } from '../../../inspection/trees/walk.ts';
import { findFiles } from '../../../pipeline/open-plan.ts';
import type { Runtime } from '../../../terminal/context.ts';
import { fromHere } from '../../../terminal/printable.ts';
import { SPECIFIED } from '../guess/entity-guess.ts';
import { examineTables } from './documents.ts';
import type { Examined, Inspection, InspectOptions } from './inspect-file.ts';
import type { FoundFiles } from './tables.ts';

/** Which files to inspect. */
export type ExportsWanted = {
  /** Undefined if only the named files count. */
  readonly folder: string | undefined;
  /** Epoch seconds; times before it are counted. */
  readonly before?: number;
  /** The files and globs that the user named for an entity, relative to the current folder. */
  readonly files: Readonly<Partial<Record<EntityName, readonly string[]>>>;
  /** A file that is not an export: the pipeline to write. */
  readonly except?: string;
};

/** The files of a folder. */
export type Exports = FoundFiles & {
  /** Number and bytes of all exports, also of those that were not read. */
  readonly count: number;
  readonly bytes: number;
  /** Files that may be exports but cannot be read, each with the reason. */
  readonly leftOut: readonly UnreadFile[];
};

/** Rows read from each file, and from all files together. */
const ROWS_MAX = 10_000;
const ROWS_OF_ALL = 400_000;
const ROWS_MIN = 200;

/**
 * Inspects the named files, and the other exports in the folder and the folders in it.
 * @throws RunError if a named file or the folder cannot be read
 */
export async function inspectExports(
  { folder, files, before, except }: ExportsWanted,
  context: Runtime,
): Promise<Exports> {
  const { named, given } = await namedFiles(files, context);
  const found = folder === undefined ? await around([...named.keys()]) : await filesUnder(resolve(folder));
  const others = found.exports.filter(
    (path) => !named.has(path) && !named.has(sheetOf(path).book) && path !== except,
  );
  const choice = chosenOf([...named.keys()], others, context);
  const rowsMax = Math.min(ROWS_MAX, Math.max(ROWS_MIN, Math.floor(ROWS_OF_ALL / choice.read.length)));
  const { examined, errors } = await examineFiles(
    choice.read,
    (path) => ({ entity: named.get(path), before, rowsMax }),
    context,
  );
  // A named file must be readable; any other file in the folder may be anything.
  const filled = new Set(examined.map(({ inspection }) => named.get(inspection.path)));
  const wrong = errors.find(
    ({ path, error }) => named.has(path) && !(isEmptyFile(error) && filled.has(named.get(path))),
  );
  if (wrong) throw wrong.error;
  const read = sorted(examined, errors, choice);
  const { once, twins } = withoutTwins(read.examined);
  const bytes = examined.reduce((sum, { inspection }) => sum + inspection.bytes, choice.bytes);
  const leftOut = [...found.leftOut, ...read.leftOut, ...twins];
  return {
    ...read,
    examined: once,
    all: found.all,
    given,
    count: named.size + others.length,
    bytes,
    leftOut,
  };
}

/** Of many files some are read: those that the user named apart from the others. */
function chosenOf(named: readonly string[], others: readonly string[], { system: { files } }: Runtime) {
  const [ours, theirs] = [chosenFiles(named, files), chosenFiles(others, files)];
  return {
    read: [...ours.read, ...theirs.read],
    unread: [...ours.unread, ...theirs.unread],
    empty: [...ours.empty, ...theirs.empty],
    bytes: ours.bytes + theirs.bytes,
  };
}

/** The files that the user named, each with its entity, and the globs among the names with what they found. */
async function namedFiles(files: ExportsWanted['files'], { system }: Runtime) {
  const named = new Map<string, EntityName>();
  const given = new Map<string, ReadonlySet<string>>();
  for (const entity of entityNames)
    for (const path of files[entity] ?? []) {
      const place = { folder: resolve('.'), copies: new Map<string, string>() };
      const found = GLOB.test(path)
        ? await findFiles({ path }, place, entity, system.files)
        : [resolve(path)];
      const isGlob = found.length !== 1 || found[0] !== resolve(path);
      if (isGlob) given.set(resolve(path), new Set(found));
      for (const each of found) named.set(each, entity);
    }
  return { named, given };
}

const GLOB = /[*?[\]{}]/;

/** The names beside some files, of which nothing is read: a glob for the files must not take them. */
async function around(paths: readonly string[]) {
  const none = { exports: [], all: paths, leftOut: [] };
  const folder = paths.length > 1 ? commonFolder(paths) : '';
  return folder === '' ? none : { ...none, all: (await filesUnder(folder)).all };
}

/** Errors of files, each with its path. */
type FileErrors = { readonly path: string; readonly error: RunError }[];

/**
 * Inspects files one after the other; a file that cannot be read does not stop the others.
 * @param optionsOf what is known of a file
 * @throws the reason of the signal
 */
export async function examineFiles(
  paths: readonly string[],
  optionsOf: (path: string) => Omit<InspectOptions, 'files'>,
  { signal, system }: Runtime,
): Promise<{ readonly examined: Examined[]; readonly errors: FileErrors }> {
  const files = readOnce(system.files);
  const examined: Examined[] = [];
  const errors: FileErrors = [];
  for (const path of paths) {
    try {
      examined.push(...(await examineTables(path, { ...optionsOf(path), files }, signal)));
    } catch (error) {
      if (signal.aborted) throw error;
      errors.push({ path, error: onlyRunError(error) });
    }
  }
  // A file of few letters does not show its encoding: it is that of its siblings.
  const encoding = guessedMost(examined);
  for (const [at, { inspection }] of examined.entries()) {
    const { encoding: own, path } = inspection;
    if (encoding === undefined || own.how !== 'guess' || own.value === encoding || !isWeak(own)) continue;
    const [again] = await examineTables(path, { ...optionsOf(path), encoding, files }, signal);
    if (again && examined.filter((each) => each.inspection.path === path).length === 1) examined[at] = again;
  }
  for (const failed of encoding === undefined
    ? []
    : errors.filter(({ error }) => /invalid UTF-8/.test(error.message)))
    try {
      const tables = await examineTables(failed.path, { ...optionsOf(failed.path), encoding, files }, signal);
      examined.push(...tables);
      errors.splice(errors.indexOf(failed), 1);
    } catch (error) {
      if (signal.aborted) throw error;
    }
  return { examined, errors };
}

/** True if an encoding was guessed from a few letters. */
const isWeak = ({ evidence }: Inspection['encoding']): boolean =>
  Number(/^\d+/.exec(evidence)?.[0] ?? 0) < WEAK_LETTERS;
const WEAK_LETTERS = 12;

/** The encoding that most files were guessed to have; undefined if none was. */
function guessedMost(examined: readonly Examined[]): string | undefined {
  const guessed = examined.flatMap(({ inspection: { encoding } }) =>
    encoding.how === 'guess' ? [encoding.value] : [],
  );
  const [most] = [...Map.groupBy(guessed, (value) => value)].sort((a, b) => b[1].length - a[1].length);
  return most?.[0];
}

const isEmptyFile = ({ code }: RunError): boolean => code === 'SOURCE.EMPTY';

const pathsRead = (files: readonly Examined[]): string[] => files.map(({ inspection }) => inspection.path);

/** Divides what was read into files with rows, files of which only the form is known, and files without anything. */
export function sorted(
  read: readonly Examined[],
  errors: FileErrors,
  choice: { readonly unread: readonly UnreadLike[]; readonly empty: readonly string[] },
) {
  const known = new Set(
    read.flatMap(({ inspection: { rows, entity } }) => (rows > 0 && entity ? [entity.entity] : [])),
  );
  const isFilled = ({ inspection: { rows, entity } }: Examined): boolean =>
    rows > 0 || (entity?.evidence === SPECIFIED && !known.has(entity.entity));
  const examined = read.filter(isFilled);
  const filled = new Set(pathsRead(examined));
  const headed = read.filter((each) => !isFilled(each) && isHeaded(each.inspection));
  const bare = read.filter((each) => !isFilled(each) && !isHeaded(each.inspection));
  const noBytes = errors.filter(({ error }) => isEmptyFile(error)).map(({ path }) => path);
  const failed = errors.filter(({ error }) => !isEmptyFile(error));
  const noRows = new Set([...pathsRead(headed), ...pathsRead(bare)]).difference(filled);
  const unread = choice.unread.map(({ like, paths }) => ({
    like: like.filter((path) => filled.has(path)),
    paths,
  }));
  const unknown = unread.filter(({ like }) => like.length === 0).flatMap(({ paths }) => paths);
  const because = (paths: Iterable<string>, reason: string): UnreadFile[] =>
    [...paths].map((path) => ({ path, reason }));
  const empty = new Set([...choice.empty, ...noBytes]);
  return {
    examined,
    headed,
    unread,
    empty: empty.union(new Set(pathsRead(bare))),
    leftOut: [
      ...failed.map(({ path, error }) => ({ path, reason: error.message })),
      ...because(empty, 'is empty'),
      ...because(noRows, 'has no rows'),
      ...because(unknown, 'was not read, and no file that begins as it does could be used'),
    ],
  };
}

const isHeaded = ({ columns, rowsAt }: Inspection): boolean => columns.length > 0 || rowsAt !== undefined;

/** The same rows once, and the files that have them again. */
function withoutTwins(examined: readonly Examined[]) {
  const once: Examined[] = [];
  const twins: UnreadFile[] = [];
  const byName = new Map<string, Examined[]>();
  for (const each of examined) {
    const { path } = each.inspection;
    const name = path.replace(ENDING, '');
    const before = byName.get(name) ?? [];
    byName.set(name, [...before, each]);
    const twin = before.find(({ inspection }) => isTwin(inspection, each.inspection));
    if (twin) twins.push({ path, reason: `has the same rows as ${fromHere(twin.inspection.path)}` });
    else once.push(each);
  }
  return { once, twins };
}

/** True if two files of one folder are one export in two forms: the same number of rows under the same name. */
const isTwin = (a: Inspection, b: Inspection): boolean =>
  a.path !== b.path &&
  a.format === b.format &&
  a.rows === b.rows &&
  a.rowsAt === b.rowsAt &&
  b.entity?.evidence !== SPECIFIED;

const ENDING = /\.[a-z]+(?:\.gz|\.zstd?)?$/i;
