import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Pipeline } from '../pipeline.ts';
import { isDerived } from '../schema/source-schema.ts';

/** The part of a pipeline's rows that a run or a plan is about; at least one member is set. */
export type Selection = {
  /** The entities whose rows are taken. */
  readonly only?: readonly EntityName[] | undefined;
  /** The most rows of each entity; a whole number from 1. */
  readonly limit?: number | undefined;
  /** Takes rows from this time on; ISO 8601, UTC if it names no zone. */
  readonly since?: string | undefined;
  /** Takes the messages of this conversation. */
  readonly conversation?: string | undefined;
};

/** The options of a command line that make a selection. */
export function selectionFlags({ only, limit, since, conversation }: Selection): string {
  return [
    ...(only ? [`--only ${only.join(',')}`] : []),
    ...(limit === undefined ? [] : [`--limit ${limit}`]),
    ...(since === undefined ? [] : [`--since ${since}`]),
    ...(conversation === undefined ? [] : [`--conversation ${conversation}`]),
  ].join(' ');
}

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
