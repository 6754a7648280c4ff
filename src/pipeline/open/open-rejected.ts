import type { Entity } from '../../input/entities/entity.ts';
import { cellReader } from '../../input/rows/cell-reader.ts';
import { compileMapping, type Mapping } from '../../input/rows/mapping.ts';
import type { Source } from '../../input/sources/source.ts';
import { type FileSourceSpec, isDerived, type SourceSpec } from '../schema/source-schema.ts';
import { openContext, type SourceContext } from './mapping-context.ts';
import { oneOf } from './one-of.ts';
import { mapOf, mapSource } from './open-files.ts';
import type { Opening } from './opening.ts';

/** A source of an entity, with what its rows are looked up in; its files are not read. */
type RejectedFrom = { readonly spec: SourceSpec; readonly context: SourceContext | undefined };

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
  for (const spec of specs)
    found.push({
      spec,
      context: isDerived(spec) ? undefined : ownJoins(spec, await openContext(entity, spec, opening)),
    });
  return found;
}

/** A transform has had the joined columns, and its rows have them as cells. */
const ownJoins = ({ transform }: FileSourceSpec, context: SourceContext): SourceContext =>
  transform === undefined ? context : { ...context, mapping: { ...context.mapping, joins: undefined } };

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
    return mapSource(entity, mapOf(only.spec), source, name, only.context?.mapping ?? {}).mapping;
  // A file has the columns of its own source alone, so those of the others may be missing.
  const mappings = from.map(
    ({ spec, context }) =>
      compileMapping(entity, isDerived(spec) ? {} : mapOf(spec), source.columns, context?.mapping).mapping,
  );
  const cell = cellReader('$source', source.columns);
  return oneOf(mappings, (values) => {
    const number = Number(cell?.(values) ?? '');
    return Number.isInteger(number) && number > 0 && number <= mappings.length ? number - 1 : index;
  });
}
