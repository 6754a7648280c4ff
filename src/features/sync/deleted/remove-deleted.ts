import type { RemovalProblem } from '../../../delivery/removal/removal-account.ts';
import type { RemovalRow } from '../../../delivery/removal/remove-row.ts';
import { type RemovalDeps, removeRows } from '../../../delivery/removal/remove-rows.ts';
import { type EntityName, entityNames } from '../../../input/entities/entity.ts';
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

/** Rows that hang on a message go before it. */
const REVERSED = entityNames.toReversed();

/**
 * Removes the rows that were deleted at the source and that this pipeline wrote, and what hangs on them, or keeps all of them.
 * @param deps `onRequest` is called for each request that this needs at least, `onRemoval` for each row
 * @returns the counts; absent if no row was deleted
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
export async function removeDeleted(
  stated: StatedDeletions,
  onDeleted: OnDeleted,
  deps: Omit<RemovalDeps, 'how' | 'leaving' | 'observe'> & {
    readonly onRequest: () => void;
    /**
     * The rows that leave now.
     * @default all
     */
    readonly only?: (row: RemovalRow) => boolean;
    readonly onRemoval: RemovalDeps['observe'];
  },
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
  const { only = () => true } = deps;
  const rows: Iterable<RemovalRow> = {
    *[Symbol.iterator]() {
      for (const entity of REVERSED.filter((name) => affected.includes(name)))
        for (const entry of stated.deleted(entity)) if (only({ entity, entry })) yield { entity, entry };
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
