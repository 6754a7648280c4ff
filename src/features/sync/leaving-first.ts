import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { changedWith } from '../../ledger/changed-with.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { SyncRun } from './sync-run.ts';

type OnMissing = 'keep' | 'deactivate' | 'delete';

/** What leaves before anything is written, because rows that the sources have are then written again in the same run. */
export type LeavingFirst = {
  /** The service changes rows that the sources have with missing rows of these. */
  readonly entities: readonly EntityName[];
  /** Replies to messages that have returned: a reply cannot be moved. */
  readonly replies: readonly LedgerEntry[];
};

/** Undefined if there is nothing. */
export function leavingFirst(
  syncRun: SyncRun,
  ledger: Ledger,
  onMissing: OnMissing,
): LeavingFirst | undefined {
  const replies = [...syncRun.replies];
  const entities = entityNames.filter(
    (removed) =>
      onMissing === 'delete' &&
      syncRun.mayRemove(removed, onMissing) &&
      (removed === 'roles' || entityNames.some((entity) => changesRowsOf(entity, removed, syncRun, ledger))),
  );
  return entities.length + replies.length > 0 ? { entities, replies } : undefined;
}

function changesRowsOf(entity: EntityName, removed: EntityName, syncRun: SyncRun, ledger: Ledger): boolean {
  const change = changedWith(removed, entity);
  if (!change || ledger.lastRow(entity) === 0) return false;
  const leaving = new Set(Array.from(syncRun.missing(removed), ({ key }) => key));
  for (const { key, row } of ledger.within(entity, [[1, ledger.lastRow(entity)]]))
    if (leaving.has(change.in(entity, key)) && !syncRun.isMissing(entity, row)) return true;
  return false;
}
