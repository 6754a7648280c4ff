import type { EntityName } from '../../input/entities/entity.ts';

/** An input file of a plan. */
export type PlanInput = {
  readonly entity: EntityName;
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
};

/** All that a plan depends on: if any of it changes, the plan is stale. */
export type PlanBasis = {
  /** The state that the plan was made with, and the number of its changes; absent if there was none. */
  readonly state?: { readonly lineage: string; readonly serial: number };
  /** Hash of each part of the pipeline file that decides what is sent. */
  readonly settings: Readonly<Record<string, string>>;
  readonly target: string;
  readonly inputs: readonly PlanInput[];
};
