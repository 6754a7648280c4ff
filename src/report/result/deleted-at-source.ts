import type { EntityName } from '../../input/entities/entity.ts';

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
