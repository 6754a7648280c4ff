import type { Plan } from '../../delivery/plan.ts';
import { type EntityName, entityNames, entityRecord } from '../../input/entities/entity.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { apiOf } from '../../session/connect.ts';
import type { StatePaths } from '../../session/state-folder.ts';
import type { Files } from '../../system/files.ts';
import { type Changes, leavingOf } from '../sync/changes.ts';
import { syncGuard, syncRunId } from '../sync/sync-guard.ts';
import { SyncRun } from '../sync/sync-run.ts';
import { dryRun } from '../validate/dry-run.ts';
import { guardOf, NO_ROWS, type PlanDocument, type PlannedRows } from './plan-document.ts';

/** The part of a plan document that comes from the rows, alone or compared with the ledger. */
export type OfflinePlan = Pick<
  PlanDocument,
  'id' | 'entities' | 'notCarried' | 'tooOld' | 'guard' | 'conversations' | 'warnings'
>;

/** What a sync, or a migration that has begun, would do: compares the rows with the ledger. */
export async function compareWithLedger(
  { sync }: Pipeline,
  rows: Plan,
  ledger: Ledger,
  paths: StatePaths,
  {
    conversations,
    signal,
    files,
  }: { readonly conversations: boolean; readonly signal: AbortSignal; readonly files: Files },
): Promise<OfflinePlan> {
  using syncRun = await SyncRun.compare(rows, ledger, paths.sync, files, signal);
  const { changes } = syncRun;
  const entities = entityRecord((): PlannedRows => NO_ROWS);
  for (const each of changes) entities[each.entity] = plannedOf(each, sync?.onMissing ?? 'keep');
  return {
    ...(sync ? { id: syncRunId(ledger, changes) } : {}),
    entities,
    notCarried: byField(changes.map(({ entity, notCarried }) => [entity, notCarried])),
    tooOld: changes.reduce((sum, { tooOld }) => sum + tooOld, 0),
    ...(sync
      ? guardOf(syncGuard(changes, { onMissing: sync.onMissing ?? 'keep', maxDelete: sync.maxDelete }))
      : {}),
    ...(conversations ? { conversations: syncRun.conversations() } : {}),
    warnings: [...rows.warnings],
  };
}

function plannedOf(changes: Changes, onMissing: NonNullable<PlanDocument['onMissing']>): PlannedRows {
  const { created, updated, unchanged, missing, missingOthers, refused, duplicates, superseded } = changes;
  return {
    new: created,
    same: unchanged,
    changed: updated,
    missing,
    missingOthers,
    removed: leavingOf(changes, onMissing),
    refused,
    repeated: duplicates + superseded,
  };
}

/** What a migration that has not begun would do: a dry run is enough, and faster. */
export async function examineRows(pipeline: Pipeline, rows: Plan, signal: AbortSignal): Promise<OfflinePlan> {
  const { requestsPerMinute = 60 } = pipeline.limits;
  const access = apiOf(pipeline);
  const { steps, warnings, profile } = await dryRun(rows, { requestsPerMinute, signal, access });
  const refused = steps.messages?.notices?.['MESSAGE.SENDER_REFUSED']?.count ?? 0;
  const planned = (name: EntityName): PlannedRows => {
    const { pending = 0, rejected = 0, blocked = 0, skipped = 0 } = steps[name]?.counts ?? {};
    const repeated = steps[name]?.skipped['duplicate'] ?? 0;
    return { ...NO_ROWS, new: pending, refused: rejected + blocked + skipped - repeated, repeated };
  };
  return {
    entities: entityRecord(planned),
    notCarried: byField(entityNames.map((name) => [name, steps[name]?.notCarried ?? {}])),
    tooOld: profile.months.reduce((sum, month) => sum + month.tooOld, 0),
    warnings: [
      ...rows.warnings,
      ...warnings,
      ...(refused > 0
        ? [`the service will refuse ${refused} messages: their senders are not members of the group`]
        : []),
    ],
  };
}

/** Counts by `entity.field`. */
const byField = (
  entities: readonly (readonly [EntityName, Readonly<Record<string, number>>])[],
): Record<string, number> =>
  Object.fromEntries(
    entities.flatMap(([entity, fields]) =>
      Object.entries(fields).map(([field, count]) => [`${entity}.${field}`, count] as const),
    ),
  );
