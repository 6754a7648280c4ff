import type { EntityName, EntityTable } from '../../input/entities/entity.ts';

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

/** Numbers of rows of one entity that are no longer in any source, by what was done with them. */
export type MissingCounts = {
  /** Left unchanged: others created them, `onMissing` says so, or a row that cannot be read may be one of them. */
  kept: number;
  deactivated: number;
  deleted: number;
  /** The service refused to remove them; the next sync tries again. */
  failed: number;
};

export type Missing = Readonly<Partial<Record<EntityName, MissingCounts>>>;

/** Numbers of rows of one entity that the service has and that were deleted at the source, by what was done with them. */
export type DeletedAtSourceCounts = {
  /** Left unchanged: others created them, or `onDeleted` says so. */
  kept: number;
  removed: number;
  /** The service refused to remove them; the next sync tries again. */
  failed: number;
};

export type DeletedAtSource = Readonly<Partial<Record<EntityName, DeletedAtSourceCounts>>>;

/** The sum of what a sync did with rows that were deleted at the source, over all entities. */
export function deletedAtSourceTotals(counts: DeletedAtSource = {}): DeletedAtSourceCounts {
  const sum = { kept: 0, removed: 0, failed: 0 };
  for (const { kept, removed, failed } of Object.values(counts)) {
    sum.kept += kept;
    sum.removed += removed;
    sum.failed += failed;
  }
  return sum;
}
