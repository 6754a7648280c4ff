import { RunError } from '../../errors/run-error.ts';
import { entities } from '../../input/entities/entities.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { keptNames } from '../open/kept-rows.ts';
import type { Pipeline } from '../pipeline.ts';
import { isDerived } from '../schema/source-schema.ts';

/** The entities of a selection; absent: all that have a source. */
type SomeEntities = { readonly only?: readonly EntityName[] | undefined };

/** The entities that a selection takes rows of. */
export const takenBy = (
  { only }: SomeEntities,
  { sources }: Pick<Pipeline, 'sources'>,
): readonly EntityName[] => entityNames.filter((name) => sources[name] && (only?.includes(name) ?? true));

/**
 * A pipeline with the sources that a selection reads: those of its entities, those that their rows are made of or get fields
 * from, and those of rows that messages keep.
 * @throws RunError `USAGE.INVALID` if an entity has no source
 */
export function narrowed(pipeline: Pipeline, selection: SomeEntities): Pipeline {
  const absent = selection.only?.find((name) => !pipeline.sources[name]);
  if (absent !== undefined) {
    const has = entityNames.filter((name) => pipeline.sources[name]);
    throw new RunError('USAGE.INVALID', `--only ${absent}: the pipeline has no source of ${absent}`, {
      hint: `it has ${has.join(', ')}:  --only ${has.join(',')}`,
    });
  }
  const read = new Set(takenBy(selection, pipeline));
  const add = (name: EntityName): unknown => pipeline.sources[name] && read.add(name);
  if (read.has('messages')) keptNames(pipeline.policies).forEach(add);
  for (const name of read) {
    const { fallback } = entities[name];
    if (fallback) add(fallback.from.entity);
    for (const spec of pipeline.sources[name] ?? []) if (isDerived(spec)) read.add(spec.from);
  }
  const sources = Object.fromEntries(
    entityNames.filter((name) => read.has(name)).map((name) => [name, pipeline.sources[name]]),
  );
  return { ...pipeline, sources };
}
