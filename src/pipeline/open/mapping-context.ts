import { createHash } from 'node:crypto';
import { basename, dirname, relative, sep } from 'node:path';
import type { Entity } from '../../input/entities/entity.ts';
import {
  type FieldMap,
  type LookupTable,
  lookupId,
  lookupsOf,
  type MappingContext,
} from '../../input/rows/mapping.ts';
import type { Values } from '../../input/rows/row.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import { derivedColumns } from './derived/derived-columns.ts';
import { type Joins, openJoins } from './joins.ts';
import { loadKeyedRows, requiredColumn } from './lookup-tables.ts';
import { declaredReading, usedColumns } from './open-files.ts';
import type { Opening } from './opening.ts';

/** Things that the mappings of one source share, whatever the file. */
export type SourceContext = {
  readonly mapping: Omit<MappingContext, 'constants'>;
  readonly joins: Joins;
  /** The files that rows are looked up in. */
  readonly paths: readonly string[];
};

/**
 * Loads what the rows of a source are looked up in.
 * @throws RunError `SOURCE.*`, `LOOKUP.*`
 */
export async function openContext(
  { name: entity }: Pick<Entity, 'name'>,
  spec: FileSourceSpec,
  { pipeline, files, notes, idMap, copies }: Opening,
): Promise<SourceContext> {
  const { folder, idMap: named } = pipeline;
  const place = { folder, copies };
  const idMapPath = named === undefined ? undefined : (copies.get(named) ?? named);
  const joins = await openJoins(spec, {
    entity,
    place,
    files,
    used: [...usedColumns(spec), ...derivedColumns(pipeline, entity)],
    warnings: notes.warnings,
    readingOf: (path) => declaredReading(pipeline, path),
  });
  const lookups = new Map<string, LookupTable>();
  const paths = [...joins.paths, ...(idMapPath === undefined ? [] : [idMapPath])];
  for (const lookup of lookupsOf((spec.map ?? {}) as FieldMap)) {
    const what = `sources.${entity}.map: lookup`;
    const read = declaredReading(pipeline, lookup.file);
    const options = { many: false, what, entity, place, files, read };
    const table = await loadKeyedRows(lookup.file, lookup.key, options);
    const columnOf = requiredColumn(
      { path: table.paths.join(', '), columns: table.columns },
      lookup.value,
      what,
    );
    paths.push(...table.paths);
    lookups.set(lookupId(lookup), {
      size: table.rows.size,
      digest: table.digest,
      get: (key) => {
        const found = table.rows.get(key);
        return found && columnOf(found[0] as Values);
      },
    });
  }
  const { where, since, until } = spec;
  return {
    mapping: {
      joins: joins.read,
      joinsDigest: joins.digests.join(),
      lookups,
      idMap,
      where,
      since,
      until,
      wholeRows: pipeline.sync?.fields === 'all',
      source: readBy(spec),
    },
    joins,
    paths,
  };
}

/** Names what a source reads: a digest, because an address or a command may hold a secret. */
const readBy = ({ path, command }: FileSourceSpec): string =>
  createHash('sha256')
    .update(JSON.stringify(command ?? path))
    .digest('hex')
    .slice(0, 16);

/** Endings for format and compression. */
const ENDINGS = /(?:\.(?:csv|tsv|txt|ndjson|jsonl|json|xlsx|xlsm))?(?:\.(?:gz|zst|zstd))?$/i;

/** The pseudo columns that are the same in all rows of a file; those of a command do not tell where its output was kept. */
export function constantsOf(
  path: string,
  { pipeline: { folder }, spooled }: Pick<Opening, 'pipeline' | 'spooled'>,
): Readonly<Record<string, string>> {
  const shown = spooled.get(path)?.name ?? relative(folder, path).split(sep).join('/');
  const dir = basename(dirname(shown));
  return {
    $path: shown,
    // A file at the top, also at that of an archive, is in no folder.
    $dir: dir === '.' || dir === '..' || dir.endsWith('!') ? '' : dir,
    $file: basename(shown).replace(ENDINGS, ''),
  };
}
