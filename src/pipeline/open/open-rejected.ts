import type { Entity } from '../../input/entities/entity.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { compileMapping, type FieldMap, type Mapping } from '../../input/rows/mapping.ts';
import type { Row } from '../../input/rows/row.ts';
import type { RestoredRow } from '../../input/sources/rejects-source.ts';
import type { Source } from '../../input/sources/source.ts';
import { applyTransform, transformRow } from '../code/apply-transform.ts';
import { type LoadedTransform, loadTransform } from '../code/load-transform.ts';
import { isDerived, isExported, isFiles, type SourceSpec } from '../schema/source-schema.ts';
import type { TransformPlace } from '../schema/transform.ts';
import type { Joins } from './joins.ts';
import { openContext, type SourceContext } from './mapping-context.ts';
import { oneOf } from './one-of.ts';
import { mapOf, mapSource } from './open-files.ts';
import { exportMap, type Opening } from './opening.ts';
import { isSameReading } from './tables/preparation.ts';
import { withJoined } from './tables/prepared-input.ts';

/** A source of an entity, with what its rows are looked up in; its files are not read. */
type RejectedFrom = {
  readonly spec: SourceSpec;
  readonly context: SourceContext | undefined;
  readonly transform: LoadedTransform | undefined;
  /** An app's own ids, for the rows of an export. */
  readonly idMap: Opening['idMap'];
};

/**
 * Loads what the rejected rows of an entity are looked up in.
 * @throws RunError `SOURCE.*`, `LOOKUP.*`
 */
export async function rejectedContext(
  entity: Entity,
  specs: readonly SourceSpec[],
  opening: Opening,
): Promise<readonly RejectedFrom[]> {
  const found: RejectedFrom[] = [];
  const { pipeline, workplace } = opening;
  for (const spec of specs) {
    const file = isFiles(spec) ? spec : undefined;
    const path = file?.transform;
    found.push({
      spec,
      context: file && (await openContext(entity, file, opening)),
      transform: path === undefined ? undefined : await loadTransform(path, pipeline, workplace),
      idMap: isExported(spec) ? opening.idMap : undefined,
    });
  }
  return found;
}

/** Makes what the mapping of a source needs. A transform has had the joined columns, and its rows have them as cells. */
const mappingContext = ({ transform, context, idMap }: RejectedFrom): SourceContext['mapping'] =>
  transform
    ? { ...context?.mapping, joins: undefined }
    : { ...context?.mapping, ...(idMap ? { idMap } : {}) };

/**
 * Reads rows that a transform has refused, and that were corrected, as the rows that it makes of them now.
 * @param index the number of the source that rows without a cell `$source` are of, from 0
 * @param file the name of the rejects file
 */
export function transformedAgain(
  entity: Entity,
  from: readonly RejectedFrom[],
  index: number,
  file: string,
): RestoredRow {
  return (row, code) => {
    if (!code.startsWith('ROW.TRANSFORM_') || Array.isArray(row.values)) return row;
    const at = sourceNumber((row.values as { readonly $source?: unknown }).$source, from.length, index);
    const { transform, context } = from[at] ?? {};
    if (!transform || !context) return row;
    const place = { entity: entity.name, source: at + 1, file, line: row.line, row: row.row };
    return transformAgain(row, transform, context.joins, place);
  };
}

/** The number of a source from 0, by a cell with its number from 1. */
function sourceNumber(cell: unknown, count: number, otherwise: number): number {
  const number = Number(cell ?? '');
  return Number.isInteger(number) && number > 0 && number <= count ? number - 1 : otherwise;
}

/** The map of a source of any kind. */
function mapFor({ name }: Entity, spec: SourceSpec): FieldMap {
  if (isDerived(spec)) return {};
  return isExported(spec) ? exportMap(name) : mapOf(spec);
}

/** True if two sources read the same rows. */
function isShared(one: RejectedFrom | undefined, { spec }: RejectedFrom): boolean {
  return one !== undefined && isFiles(one.spec) && isFiles(spec) && isSameReading(one.spec, spec);
}

/**
 * The mapping of a rejects file. A row is filled by the source that its cell `$source` names, else by the one that the file
 * belongs to.
 * @param index the number of that source, from 0
 */
export function mapRejected(
  entity: Entity,
  source: Pick<Source, 'columns'>,
  index: number,
  name: string,
  from: readonly RejectedFrom[],
): Mapping {
  const [only, ...others] = from;
  if (only && others.length === 0 && !isDerived(only.spec))
    return mapSource(entity, mapFor(entity, only.spec), source, name, mappingContext(only)).mapping;
  // A file has the columns of its own source alone, so those of the others may be missing.
  const mappings = from.map(
    (each) => compileMapping(entity, mapFor(entity, each.spec), source.columns, mappingContext(each)).mapping,
  );
  const cell = cellReader('$source', source.columns);
  return oneOf(mappings, (values) => {
    const number = sourceNumber(cell?.(values), mappings.length, index);
    // Sources that share the rows of their files have no number of their own: the conditions decide again.
    const taker = from.findIndex(
      (each, at) => isShared(from[number], each) && mappings[at]?.leftOut?.(values) === undefined,
    );
    return taker < 0 ? number : taker;
  });
}

/** The code of a row that a transform has thrown at; it is in the rejects file as it came to the transform. */
const FAILED = 'ROW.TRANSFORM_FAILED';

/** Passes a corrected row of a rejects file through the transform that has refused it. */
function transformAgain(row: Row, transform: LoadedTransform, joins: Joins, place: TransformPlace): Row {
  const result = applyTransform(transform, withJoined(transformRow(row.values, undefined), joins), place);
  if ('leftOut' in result) return { ...row, leftOut: result.leftOut };
  if ('problem' in result) return { ...row, fault: result.problem };
  const [only, ...others] = result.rows;
  if (only && others.length === 0) return { ...row, values: only };
  // A retry counts and resumes by the rows of the file.
  const message = `${transform.path} makes ${result.rows.length} rows of it, but a retry can send only one: correct it in its source and start over with --fresh`;
  return { ...row, fault: { code: FAILED, message } };
}
