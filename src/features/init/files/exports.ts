import { resolve } from 'node:path';
import { RunError, usageError } from '../../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { Runtime, Stderr } from '../../../terminal/context.ts';
import { cut, fromHere, printable } from '../../../terminal/printable.ts';
import { SPECIFIED } from '../guess/entity-guess.ts';
import { examineTables } from './documents.ts';
import type { Examined, Inspection } from './inspect-file.ts';
import { filesUnder, type UnreadFile } from './walk.ts';

/** Which files to inspect. */
export type ExportsWanted = {
  readonly folder: string;
  /** Epoch seconds; times before it are counted. */
  readonly before?: number;
  /** The files that the user named for an entity, relative to the current folder. */
  readonly files: Readonly<Partial<Record<EntityName, readonly string[]>>>;
  /** A file that is not an export: the pipeline to write. */
  readonly except?: string;
};

/** The files of a folder. */
export type Exports = {
  readonly examined: readonly Examined[];
  /** All files, also those that are no exports. */
  readonly all: readonly string[];
  /** Files that may be exports but cannot be read, each with the reason. */
  readonly leftOut: readonly UnreadFile[];
};

/** Rows read from each file, and from all files together. */
const ROWS_MAX = 10_000;
const ROWS_OF_ALL = 400_000;
const ROWS_MIN = 200;
const FILES_MAX = 5_000;

/**
 * Inspects the named files, then the other exports in the folder and the folders in it. Prints which of the others
 * cannot be read.
 * @throws RunError if a named file or the folder cannot be read, or the folder has more than 5,000 exports
 */
export async function inspectExports(
  { folder, files, before, except }: ExportsWanted,
  context: Runtime & Stderr,
): Promise<Exports> {
  const named = entityNames.flatMap((entity) =>
    (files[entity] ?? []).map((path) => ({ path: resolve(path), entity })),
  );
  const namedPaths = new Set(named.map(({ path }) => path));
  const found = await filesUnder(resolve(folder));
  const others = found.exports
    .filter((path) => !namedPaths.has(path) && path !== except)
    .map((path) => ({ path, entity: undefined }));
  if (others.length > FILES_MAX) throw tooMany(folder, others.length);
  const wanted = [...named, ...others];
  const rowsMax = Math.min(ROWS_MAX, Math.max(ROWS_MIN, Math.floor(ROWS_OF_ALL / wanted.length)));
  const examined: Examined[] = [];
  const leftOut: UnreadFile[] = [...found.leftOut];
  for (const { path, entity } of wanted) {
    try {
      const options = { entity, before, rowsMax, files: context.system.files };
      examined.push(...(await examineTables(path, options, context.signal)));
    } catch (error) {
      // A named file must be readable; any other file in the folder may be anything.
      if (!(error instanceof RunError) || entity !== undefined || context.signal.aborted) throw error;
      leftOut.push({ path, reason: error.message });
    }
  }
  const filled = examined.filter(({ inspection: { rows, path, entity } }) => {
    if (rows > 0 || entity?.evidence === SPECIFIED) return true;
    leftOut.push({ path, reason: 'it has no rows' });
    return false;
  });
  const once = filled.filter(({ inspection }, at) => {
    const twin = filled.slice(0, at).find((before) => isTwin(before.inspection, inspection));
    if (twin)
      leftOut.push({
        path: inspection.path,
        reason: `it has the same rows as ${fromHere(twin.inspection.path)}`,
      });
    return !twin;
  });
  if (!context.quiet)
    for (const { path, reason } of leftOut)
      context.err(
        `  ${context.errStyle.yellow('!')} skipped ${printable(cut(`${fromHere(path)}: ${reason}`, 200))}\n`,
      );
  return { examined: once, all: found.all, leftOut };
}

/** True if two files of one folder are one export in two forms: the same name and the same number of rows. */
const isTwin = (a: Inspection, b: Inspection): boolean =>
  a.path !== b.path &&
  a.format === b.format &&
  a.rows === b.rows &&
  a.rowsAt === b.rowsAt &&
  a.path.replace(ENDING, '') === b.path.replace(ENDING, '') &&
  b.entity?.evidence !== SPECIFIED;

const ENDING = /\.[a-z]+(?:\.gz|\.zstd?)?$/i;

const tooMany = (folder: string, count: number): RunError =>
  usageError(`${folder} has ${count} exports, more than ${FILES_MAX}`, {
    hint: 'name the files of each entity, for example  --messages FILE FILE',
  });
