import { basename } from 'node:path';
import { RunError } from '../../errors/run-error.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { formatNames, isExportName } from '../../input/sources/formats.ts';
import type { Pipeline } from '../pipeline.ts';
import { isFiles, type SourceSpec } from '../schema/source-schema.ts';
import { type SpoolOptions, type SpoolSpec, spoolCommand, spooledName } from './spool.ts';

/** The output of a command, standard input, or a file on a server, as a file. */
export type Spooled = {
  readonly path: string;
  /** Its name in messages: `command:psql`, `stdin`, `https://files.example.com/messages.csv`. */
  readonly name: string;
  /** Name of it in the state, wherever it is: `command:psql/messages-1-<digest of the command>.csv.zst`, an address. */
  readonly id: string;
};

/** The spools of those sources of a pipeline that are no files. */
export type Spools = ReadonlyMap<SourceSpec, Spooled>;

/**
 * Spools every source that is a command or standard input, one after the other.
 * @throws RunError as `spoolCommand`; `SOURCE.FORMAT_UNKNOWN` of compressed output
 */
export async function spoolSources(
  { sources, file, folder, secrets }: Pipeline,
  options: Omit<SpoolOptions, 'name' | 'place' | 'secrets'>,
): Promise<Spools> {
  const spools = new Map<SourceSpec, Spooled>();
  for (const entity of entityNames)
    for (const [index, spec] of (sources[entity] ?? []).entries()) {
      const spooled = spoolSpecOf(spec);
      if (spooled === undefined) continue;
      const place = { file, folder };
      const path = await spoolCommand(spooled, {
        ...options,
        secrets,
        place,
        name: `${entity}-${index + 1}`,
      });
      const shown = spooledName(spooled);
      requireFormat(spec, path, shown);
      spools.set(spec, { path, name: shown, id: `${shown}/${basename(path)}` });
    }
  return spools;
}

/** The first bytes of compressed output do not show its format. */
function requireFormat(spec: SourceSpec, path: string, name: string): void {
  if (!isFiles(spec) || spec.format !== undefined || isExportName(path)) return;
  throw new RunError('SOURCE.FORMAT_UNKNOWN', `${name} is compressed, which hides its format`, {
    hint: `declare it in the pipeline: ${formatNames.map((each) => `format: ${each}`).join('  or  ')}`,
    where: { file: name },
  });
}

/** Returns what a source spools; undefined if it is files or made from other rows. */
export function spoolSpecOf(spec: SourceSpec): SpoolSpec | undefined {
  if (!isFiles(spec)) return undefined;
  const [program, ...args] = spec.command ?? [];
  if (program !== undefined) return [program, ...args];
  const [path, ...others] = [spec.path ?? []].flat();
  return path === '-' && others.length === 0 ? '-' : undefined;
}
