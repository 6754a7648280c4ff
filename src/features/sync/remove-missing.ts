import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import type { Missing, MissingCounts } from '../../report/result/report.ts';
import { deactivateUsers } from '../removal/deactivate-users.ts';
import type { RemovalProblem } from '../removal/removal-account.ts';
import type { RemovalRow } from '../removal/remove-row.ts';
import { type RemovalDeps, removeRows } from '../removal/remove-rows.ts';
import type { SyncRun } from './sync-run.ts';

/** In the order in which nothing is left without what it refers to. */
const REVERSED = entityNames.toReversed();

/**
 * Does with the rows that no source has any more what the pipeline says. Only rows that this pipeline has created are ever
 * removed, and only of entities of which every row could be read.
 * @param deps `onRequest` is told of every request that this takes at least
 * @throws RunError when nothing can be removed any more; what is done is noted
 */
export async function removeMissing(
  syncRun: SyncRun,
  onMissing: 'keep' | 'deactivate' | 'delete',
  deps: Omit<RemovalDeps, 'how' | 'leaving' | 'observe'> & { readonly onRequest: () => void },
): Promise<{ readonly missing: Missing; readonly problems: readonly RemovalProblem[] }> {
  const missing = Object.fromEntries(
    syncRun.changes.map(({ entity, missing: ours, missingOthers }) => [
      entity,
      { kept: ours + missingOthers, deactivated: 0, deleted: 0, failed: 0 },
    ]),
  ) as Record<EntityName, MissingCounts>;
  const concerned = REVERSED.filter((entity) => syncRun.mayRemove(entity, onMissing));
  if (onMissing === 'keep' || concerned.length === 0) return { missing, problems: [] };
  const rows: Iterable<RemovalRow> = {
    *[Symbol.iterator]() {
      for (const entity of concerned)
        for (const entry of syncRun.missing(entity))
          if (onMissing === 'delete' || entry.active !== false) yield { entity, entry };
    },
  };
  const { problems } = await removeRows(rows, {
    ...deps,
    how: onMissing,
    leaving: (entity, { row, origin }) =>
      concerned.includes(entity) && origin !== 'exists' && syncRun.isMissing(entity, row),
    observe: ({ entity, outcome }) => {
      const counts = missing[entity];
      if (outcome === 'kept') return;
      // Users are deactivated many at once.
      const isFirst = onMissing === 'delete' || counts.deactivated % deactivateUsers.most === 0;
      if (outcome === 'removed' && isFirst) deps.onRequest();
      counts.kept--;
      if (outcome === 'failed') counts.failed++;
      else if (onMissing === 'delete') counts.deleted++;
      else counts.deactivated++;
    },
  });
  return { missing, problems };
}
