import type { EntityTable } from '../../input/entities/entity.ts';

/** Numbers of rows of one entity that an undo had to remove, by how they ended. */
export type RemovedCounts = {
  readonly removed: number;
  /** Removed with their group or user. */
  readonly implied: number;
  /** Not in the service any more. */
  readonly gone: number;
  /** Not removed, because others use them or they existed before. */
  readonly kept: number;
  readonly failed: number;
};

/** The sum of what an undo did, over all entities. */
export function removedTotals(removed: Readonly<EntityTable<RemovedCounts>>): RemovedCounts {
  const sum = { removed: 0, implied: 0, gone: 0, kept: 0, failed: 0 };
  for (const counts of Object.values(removed))
    for (const name of Object.keys(sum) as (keyof RemovedCounts)[]) sum[name] += counts[name];
  return sum;
}
