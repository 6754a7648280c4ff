import { nearest } from '../../errors/nearest.ts';
import { RunError } from '../../errors/run-error.ts';
import type { Entity } from '../../input/entities/entity.ts';
import {
  compileMapping,
  type FieldMap,
  isMemberOf,
  type Mapping,
  type MappingContext,
  mappedColumns,
  whereColumns,
} from '../../input/rows/mapping.ts';
import { formatOf } from '../../input/sources/formats.ts';
import { isRejectFile, rejectSource } from '../../input/sources/rejects-source.ts';
import type { Source, SourceOptions } from '../../input/sources/source.ts';
import type { FileSourceSpec } from '../schema/source-schema.ts';
import type { Opening } from './opening.ts';

/** The map of a source. */
export const mapOf = ({ map = {} }: FileSourceSpec): FieldMap => map as FieldMap;

/** Every column that a source names, with pseudo columns and joined ones. */
export const usedColumns = (spec: FileSourceSpec): readonly string[] => [
  ...mappedColumns(mapOf(spec)),
  ...whereColumns(spec.where ?? {}),
];

/** The options of a source for its format. */
export function optionsOf(
  { encoding, delimiter, columns }: FileSourceSpec,
  { files }: Pick<Opening, 'files'>,
): SourceOptions {
  return {
    ...(encoding === undefined ? {} : { encoding }),
    ...(delimiter === undefined ? {} : { delimiter }),
    ...(columns === undefined ? {} : { columns }),
    ...(files ? { files } : {}),
  };
}

/**
 * Opens a file of a source; one that is a rejects file is read as the original rows.
 * @throws RunError `SOURCE.*`
 */
export async function openFile(
  path: string,
  file: number,
  specs: readonly FileSourceSpec[],
  entity: Entity,
  opening: Pick<Opening, 'files'>,
): Promise<Source> {
  const [spec] = specs as readonly [FileSourceSpec];
  const source = await formatOf(path, formatName(spec)).open(path, file, {
    ...optionsOf(spec, opening),
    known: [...Object.keys(entity.fields), ...specs.flatMap((each) => mappedColumns(mapOf(each)))],
  });
  return (await isRejectFile(source)) ? rejectSource(source) : source;
}

/** JSON is read by the reader of NDJSON: the first characters decide. */
const formatName = ({ format }: FileSourceSpec): string | undefined =>
  format === 'json' ? 'ndjson' : format;

/**
 * The mapping of a file.
 * @throws RunError `SOURCE.COLUMN_MISSING`, `CONFIG.INVALID` if the map names a field that the entity does not have
 */
export function mapSource(
  entity: Entity,
  map: FieldMap,
  { columns }: Pick<Source, 'columns'>,
  name: string,
  context: MappingContext,
): { mapping: Mapping; whereMissing: readonly string[] } {
  const { mapping, missing, whereMissing } = compileMapping(entity, map, columns, context);
  const [absent] = missing;
  if (absent !== undefined) {
    const meant = nearest(absent, columns ?? []);
    const has = meant ? `did you mean ${meant}` : `it has ${columns?.join(', ')}`;
    throw new RunError('SOURCE.COLUMN_MISSING', `${name} has no column ${JSON.stringify(absent)}, ${has}`, {
      where: { file: name, line: 1 },
    });
  }
  refuseUnknownFields(entity, map);
  return { mapping, whereMissing };
}

function refuseUnknownFields(entity: Entity, map: FieldMap): void {
  const known = Object.keys(entity.fields);
  const unknown = Object.keys(map).find((field) => !known.includes(field) && !isMemberOf(entity, field));
  if (unknown === undefined) return;
  const meant = nearest(unknown, known);
  const advice = meant ? `did you mean ${meant}` : `expected one of ${known.join(', ')}`;
  throw new RunError(
    'CONFIG.INVALID',
    `sources.${entity.name}.map: ${unknown} is not a field of ${entity.name}, ${advice}`,
  );
}
