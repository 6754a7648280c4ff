import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Pipeline } from '../pipeline.ts';
import { isDerived } from '../schema/source-schema.ts';
import type { Selection } from './selection.ts';

/** The entities that a selection takes rows of. */
export const takenBy = ({ only }: Selection, { sources }: Pick<Pipeline, 'sources'>): readonly EntityName[] =>
  entityNames.filter((name) => sources[name] && (only?.includes(name) ?? true));

/**
 * A pipeline with the sources that a selection reads: those of its entities, and those that their rows are made of.
 * @throws RunError `USAGE.INVALID` if an entity has no source
 */
export function narrowed(pipeline: Pipeline, selection: Selection): Pipeline {
  const absent = selection.only?.find((name) => !pipeline.sources[name]);
  if (absent !== undefined) {
    const has = entityNames.filter((name) => pipeline.sources[name]);
    throw new RunError('USAGE.INVALID', `--only ${absent}: the pipeline has no source of ${absent}`, {
      hint: `it has ${has.join(', ')}:  --only ${has.join(',')}`,
    });
  }
  const read = new Set(takenBy(selection, pipeline));
  for (const name of read)
    for (const spec of pipeline.sources[name] ?? []) if (isDerived(spec)) read.add(spec.from);
  const sources = Object.fromEntries(
    entityNames.filter((name) => read.has(name)).map((name) => [name, pipeline.sources[name]]),
  );
  return { ...pipeline, sources };
}
