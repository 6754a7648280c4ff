import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { isUnreached } from '../../ledger/entry.ts';
import type { Missing, MissingCounts } from '../../report/result/missing.ts';
import type { RemovalProblem } from '../removal/removal-account.ts';
import { DEACTIVATED_AT_ONCE, type RemovalRow } from '../removal/remove-row.ts';
import { type RemovalDeps, removeRows } from '../removal/remove-rows.ts';
import type { SyncRun } from './sync-run.ts';

/** In this order no row is removed before the rows that refer to it. */
const REVERSED = entityNames.toReversed();

/**
 * Applies `onMissing` to the rows that are in no source any more. Removes only rows that this pipeline created, and only
 * in entities whose rows all have a readable key.
 * @param deps `onRequest` is called for each request that this needs at least, `onRemoval` for each row
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
export async function removeMissing(
  syncRun: SyncRun,
  onMissing: 'keep' | 'deactivate' | 'delete',
  deps: Omit<RemovalDeps, 'how' | 'leaving' | 'observe'> & {
    readonly onRequest: () => void;
    /**
     * The missing rows that leave.
     * @default all
     */
    readonly only?: (row: RemovalRow) => boolean;
    readonly onRemoval: RemovalDeps['observe'];
  },
): Promise<{ readonly missing: Missing; readonly problems: readonly RemovalProblem[] }> {
  const missing = Object.fromEntries(
    syncRun.changes.map(({ entity, missing: created, missingOthers }) => [
      entity,
      { kept: created + missingOthers, deactivated: 0, deleted: 0, failed: 0 },
    ]),
  ) as Record<EntityName, MissingCounts>;
  const { only = () => true } = deps;
  const affected = REVERSED.filter((entity) => syncRun.mayRemove(entity, onMissing));
  if (onMissing === 'keep' || affected.length === 0) return { missing, problems: [] };
  const rows: Iterable<RemovalRow> = {
    *[Symbol.iterator]() {
      for (const entity of affected)
        for (const entry of syncRun.missing(entity))
          if (
            (onMissing === 'delete' ? !isUnreached(entity, entry) : entry.active !== false) &&
            only({ entity, entry })
          )
            yield { entity, entry };
    },
  };
  const { problems } = await removeRows(rows, {
    ...deps,
    how: onMissing,
    leaving: (entity, entry) =>
      affected.includes(entity) &&
      entry.origin !== 'exists' &&
      syncRun.isMissing(entity, entry.row) &&
      only({ entity, entry }),
    observe: (event) => {
      const { entity, outcome } = event;
      deps.onRemoval(event);
      const counts = missing[entity];
      if (outcome === 'kept') return;
      // One request deactivates many users.
      const isFirst = onMissing === 'delete' || counts.deactivated % DEACTIVATED_AT_ONCE === 0;
      if (outcome === 'removed' && isFirst) deps.onRequest();
      counts.kept--;
      if (outcome === 'failed') counts.failed++;
      else if (onMissing === 'delete') counts.deleted++;
      else counts.deactivated++;
    },
  });
  return { missing, problems };
}
