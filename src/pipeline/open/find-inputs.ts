import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { formatOf } from '../../input/sources/formats.ts';
import type { Files } from '../../system/files.ts';
import type { Spools } from '../code/spool-sources.ts';
import { findFiles } from '../find-files.ts';
import type { Pipeline } from '../pipeline.ts';
import type { Copies } from '../remote/copies.ts';
import { isFiles, type SourceSpec } from '../schema/source-schema.ts';

/** A source of a pipeline with the files that it names. */
export type FoundSource = {
  /** Its number among the sources of the entity, from 0. */
  readonly index: number;
  readonly spec: SourceSpec;
  /** The files, in order; none for a derived source and for that of an export. */
  readonly paths: readonly string[];
};

/** The sources of each entity of a pipeline, with their files. */
export type FoundInputs = Readonly<Partial<Record<EntityName, readonly FoundSource[]>>>;

/**
 * Finds the files of every source of a pipeline.
 * @throws RunError `SOURCE.MISSING`, `SOURCE.GLOB_TOO_WIDE`
 */
export async function findInputs(
  { sources, folder }: Pipeline,
  files: Files,
  { spools, copies }: { readonly spools: Spools; readonly copies: Copies },
  warn: (sentence: string) => void,
): Promise<FoundInputs> {
  const found: Partial<Record<EntityName, FoundSource[]>> = {};
  for (const entity of entityNames)
    for (const [index, spec] of (sources[entity] ?? []).entries()) {
      const { path } = isFiles(spec) ? spec : {};
      const spool = spools.get(spec);
      const paths = spool
        ? [spool.path]
        : path === undefined
          ? []
          : await findFiles({ path }, { folder, copies }, entity, files, undefined, warn);
      found[entity] = [...(found[entity] ?? []), { index, spec, paths: withSheet(paths, spec) }];
    }
  return found;
}

/**
 * The paths of a sheet that a source names.
 * @throws RunError `CONFIG.INVALID` for a file that has no sheets
 */
function withSheet(paths: readonly string[], spec: SourceSpec): readonly string[] {
  const { sheet, format } = isFiles(spec) ? spec : {};
  if (sheet === undefined) return paths;
  return paths.map((path) => {
    if (formatOf(path, format).name === 'xlsx') return `${path}!/${sheet}`;
    throw new RunError('CONFIG.INVALID', `sheet: is for Excel workbooks, and ${path} is none`, {
      hint: 'remove sheet:, or declare  format: xlsx',
      where: { file: path },
    });
  });
}
