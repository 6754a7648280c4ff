import { readdir } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RunError } from '../../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import { isExportName } from '../../../input/sources/formats.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { cut, fromHere, printable } from '../../../terminal/printable.ts';
import { inspectFile } from './inspect-file.ts';
import type { Inspection } from './inspection.ts';

/** Which files to inspect. */
export type ExportsWanted = {
  readonly folder: string;
  readonly zone: string | undefined;
  /** Epoch seconds; times before it are counted. */
  readonly before?: number;
  /** The files that the user named for an entity, relative to the current folder. */
  readonly files: Readonly<Partial<Record<EntityName, readonly string[]>>>;
};

/** Rows read from each file. */
const ROWS_MAX = 10_000;
const FILES_MAX = 2_000;
const NOT_EXPORTS = /^(?:package|package-lock|tsconfig|biome|report|checkpoint|plan)\.json$/i;

/**
 * Inspects the named files, then the other exports of the folder. Prints which of the others cannot be read.
 * @throws RunError if a named file or the folder cannot be read, or the folder has more than 2,000 exports
 */
export async function inspectExports(
  { folder, files, zone, before }: ExportsWanted,
  context: CommandContext,
): Promise<Inspection[]> {
  const named = entityNames.flatMap((entity) =>
    (files[entity] ?? []).map((path) => ({ path: resolve(path), entity })),
  );
  const namedPaths = new Set(named.map(({ path }) => path));
  const others = (await exportsIn(folder))
    .filter((path) => !namedPaths.has(path))
    .map((path) => ({ path, entity: undefined }));
  const found: Inspection[] = [];
  for (const { path, entity } of [...named, ...others]) {
    try {
      found.push(await inspectFile(path, { entity, zone, before, rowsMax: ROWS_MAX }, context.signal));
    } catch (error) {
      // A named file must be readable; any other file in the folder may be anything.
      if (!(error instanceof RunError) || entity !== undefined || context.signal.aborted) throw error;
      context.err(
        `  ${context.errStyle.yellow('!')} left out ${printable(cut(`${fromHere(path)}: ${error.message}`, 200))}\n`,
      );
    }
  }
  return found;
}

async function exportsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    throw new RunError('SOURCE.MISSING', `the folder ${folder} cannot be read: ${error.code}`, {
      cause: error,
    });
  });
  const paths = entries
    .filter((entry) => entry.isFile() && isExportName(entry.name) && !NOT_EXPORTS.test(entry.name))
    .map(({ name }) => resolve(folder, name))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  if (paths.length <= FILES_MAX) return paths;
  throw new RunError('USAGE.INVALID', `${folder} has ${paths.length} exports, more than ${FILES_MAX}`, {
    hint: 'name the files of each entity, for example  --messages FILE FILE',
  });
}
