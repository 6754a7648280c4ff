import type { EntityName } from '../../input/entities/entity.ts';

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
