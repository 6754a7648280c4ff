import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { changedWith } from '../../ledger/changed-with.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { SyncRun } from './sync-run.ts';

type OnMissing = 'keep' | 'deactivate' | 'delete';

/** What leaves before anything is written, because rows that the sources have are then written again in the same run. */
export type LeavingFirst = {
  /** By entity, the numbers of missing rows with which the service changes rows that the sources have. */
  readonly missing: ReadonlyMap<EntityName, ReadonlySet<number>>;
  /** Replies to messages that have returned: a reply cannot be moved. */
  readonly replies: readonly LedgerEntry[];
};

/** Undefined if there is nothing. */
export function leavingFirst(
  syncRun: SyncRun,
  ledger: Ledger,
  onMissing: OnMissing,
): LeavingFirst | undefined {
  // A reply that no file has would not be written again.
  const replies = [...syncRun.replies].filter(({ row }) => !syncRun.isMissing('messages', row));
  const removable = entityNames.filter(
    (entity) => onMissing === 'delete' && syncRun.mayRemove(entity, onMissing),
  );
  const missing = new Map(
    removable.map((entity) => [entity, changingRows(entity, syncRun, ledger)] as const),
  );
  return replies.length > 0 || [...missing.values()].some(({ size }) => size > 0)
    ? { missing, replies }
    : undefined;
}

/** What a plan says of it: the rows that are written again are not counted before. */
export function leavingFirstText(first: LeavingFirst | undefined): readonly string[] {
  if (!first) return [];
  const counts = Array.from(first.missing, ([entity, { size }]) => [entity, size] as const)
    .concat([['messages', first.replies.length]])
    .filter(([, count]) => count > 0)
    .map(([entity, count]) => `${entity} ${count}`);
  return [
    `removed before anything is written: ${counts.join(', ')}; what the service changes with them, and the files have, is written again`,
  ];
}

/** The missing rows of an entity with which the service changes rows that the sources have. */
function changingRows(removed: EntityName, syncRun: SyncRun, ledger: Ledger): ReadonlySet<number> {
  const all = (): (readonly [string, number])[] =>
    Array.from(syncRun.missing(removed), ({ key, row }) => [key, row]);
  // Which users have a role is asked of the service.
  if (removed === 'roles') return new Set(all().map(([, row]) => row));
  // Who was banned may be a member for the first time, which the ledger does not know.
  const found = new Set<number>(removed === 'bans' ? all().map(([, row]) => row) : []);
  let leaving: ReadonlyMap<string, number> | undefined;
  for (const entity of entityNames) {
    const change = changedWith(removed, entity);
    if (!change || ledger.lastRow(entity) === 0) continue;
    leaving ??= new Map(all());
    for (const { key, row } of ledger.within(entity, [[1, ledger.lastRow(entity)]])) {
      const gone = leaving.get(change.in(entity, key));
      if (gone === undefined) continue;
      if (!syncRun.isMissing(entity, row)) found.add(gone);
      else if (removed === 'bans') found.delete(gone);
    }
  }
  return found;
}
