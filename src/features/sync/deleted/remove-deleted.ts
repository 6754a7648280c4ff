import type { RemovalRow } from '../../../delivery/removal/remove-row.ts';
import { type RemovalDeps, removeRows } from '../../../delivery/removal/remove-rows.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
import type { RemovalProblem } from '../../../input/rows/outcome.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { DeletedAtSource, DeletedAtSourceCounts } from '../../../report/result/removed-counts.ts';
import type { Changes } from '../changes.ts';
import { deletedLeavingOf, type OnDeleted } from './deleted-rows.ts';

/** The rows that a sync run has found to be deleted at the source. */
export type StatedDeletions = {
  readonly changes: readonly Changes[];
  /** The rows that this pipeline wrote. */
  deleted(entity: EntityName): Iterable<LedgerEntry>;
};

/** In this order no row is removed before the rows that refer to it, or that hang on it. */
export const REVERSED = entityNames.toReversed();

/** The means by which rows leave with a sync run. */
export type LeavingDeps = Omit<RemovalDeps, 'how' | 'leaving' | 'observe'> & {
  /** Called for each request that this needs at least. */
  readonly onRequest: () => void;
  /** True for the rows that leave now. */
  readonly only: (row: RemovalRow) => boolean;
  /** Called for each row. */
  readonly onRemoval: RemovalDeps['observe'];
};

/**
 * Removes the rows that were deleted at the source and that this pipeline wrote, and what hangs on them, or keeps all of them.
 * @returns the counts; absent if no row was deleted
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
export async function removeDeleted(
  stated: StatedDeletions,
  onDeleted: OnDeleted,
  deps: LeavingDeps,
): Promise<{ readonly deletedAtSource?: DeletedAtSource; readonly problems: readonly RemovalProblem[] }> {
  const found = stated.changes.filter(({ deleted, deletedOthers }) => deleted + deletedOthers > 0);
  if (found.length === 0) return { problems: [] };
  const counts = Object.fromEntries(
    found.map(({ entity, deleted, deletedOthers }) => [
      entity,
      { kept: deleted + deletedOthers, removed: 0, failed: 0 },
    ]),
  ) as Record<EntityName, DeletedAtSourceCounts>;
  const affected = found.filter((each) => deletedLeavingOf(each, onDeleted) > 0).map(({ entity }) => entity);
  if (affected.length === 0) return { deletedAtSource: counts, problems: [] };
  const rows: Iterable<RemovalRow> = {
    *[Symbol.iterator]() {
      for (const entity of REVERSED.filter((name) => affected.includes(name)))
        for (const entry of stated.deleted(entity)) if (deps.only({ entity, entry })) yield { entity, entry };
    },
  };
  const { problems } = await removeRows(rows, {
    ...deps,
    how: 'delete',
    leaving: () => false,
    observe(event) {
      const { entity, outcome } = event;
      deps.onRemoval(event);
      if (outcome === 'kept') return;
      if (outcome === 'removed') deps.onRequest();
      counts[entity].kept--;
      counts[entity][outcome === 'failed' ? 'failed' : 'removed']++;
    },
  });
  return { deletedAtSource: counts, problems };
}
