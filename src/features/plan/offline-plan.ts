import type { Plan } from '../../delivery/plan.ts';
import type { TooOld } from '../../delivery/tally.ts';
import {
  type EntityName,
  entityNames,
  entityRecord,
  entityTable,
  referredNames,
} from '../../input/entities/entity.ts';
import { dividedCounts } from '../../input/entities/policies.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { oldMessages } from '../../report/result/old-messages.ts';
import { apiOf } from '../../session/connect.ts';
import { nearIdsText } from '../../session/prepared/near-ids.ts';
import type { State } from '../../session/state-folder.ts';
import type { Files } from '../../system/files.ts';
import { type Changes, leavingOf } from '../sync/changes.ts';
import { partedSentences } from '../sync/parted-notes.ts';
import { syncGuard, syncRunId } from '../sync/sync-guard.ts';
import { SyncRun } from '../sync/sync-run.ts';
import { dryRun } from '../validate/dry-run.ts';
import { guardOf, NO_ROWS, type PlanDocument, type PlannedRows } from './plan-document.ts';

/** The part of a plan document that comes from the rows, alone or compared with the ledger. */
export type OfflinePlan = Pick<
  PlanDocument,
  | 'id'
  | 'entities'
  | 'notCarried'
  | 'kept'
  | 'written'
  | 'sentAsRead'
  | 'tooOld'
  | 'retention'
  | 'guard'
  | 'conversations'
  | 'warnings'
  | 'export'
>;

type ComparisonOptions = {
  readonly conversations: boolean;
  /** False for some of the rows: then nothing is missing, and no guard is asked. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  readonly files: Files;
};

/** What a sync, or a migration that has begun, would do: compares the rows with the ledger. */
export async function compareWithLedger(
  { sync }: Pipeline,
  rows: Plan,
  ledger: Ledger,
  state: State,
  { conversations, isWhole, signal, files }: ComparisonOptions,
): Promise<OfflinePlan> {
  using syncRun = await SyncRun.compare(rows, ledger, state, files, signal);
  const { changes } = syncRun;
  const entities = entityRecord((): PlannedRows => NO_ROWS);
  for (const each of changes)
    entities[each.entity] = {
      ...plannedOf(each, sync?.onMissing ?? 'keep'),
      ...(isWhole ? {} : { missing: 0, missingOthers: 0, removed: 0 }),
    };
  return {
    ...(sync && isWhole ? { id: syncRunId(ledger, changes) } : {}),
    entities: tableOf(entities, rows),
    ...uncarried(
      changes.map(({ entity, notCarried }) => [entity, notCarried]),
      rows,
    ),
    ...ageOf(changes.find(({ entity }) => entity === 'messages')?.tooOld, rows),
    ...(sync && isWhole
      ? guardOf(syncGuard(changes, { onMissing: sync.onMissing ?? 'keep', maxDelete: sync.maxDelete }))
      : {}),
    ...(conversations ? { conversations: syncRun.conversations() } : {}),
    ...exportPart(rows),
    warnings: [...changes.flatMap(({ parted }) => partedSentences(parted)), ...rows.warnings],
  };
}

/** What the export of another chat system has, if the plan reads one. */
const exportPart = ({ exported }: Plan): Pick<PlanDocument, 'export'> =>
  exported ? { export: exported } : {};

/** The counts of the core entities, and of those optional ones that the plan has. */
const tableOf = (entities: Record<EntityName, PlannedRows>, { steps }: Plan): PlanDocument['entities'] =>
  entityTable(
    (name) => entities[name],
    (name) => steps.some(({ entity }) => entity.name === name),
  );

/** What a plan says of messages that are older than the service keeps them. */
function ageOf(found: TooOld | undefined, { retention }: Plan): Pick<PlanDocument, 'tooOld' | 'retention'> {
  const old = oldMessages(found, retention);
  return { tooOld: found?.count ?? 0, ...(old ? { retention: old } : {}) };
}

function plannedOf(changes: Changes, onMissing: NonNullable<PlanDocument['onMissing']>): PlannedRows {
  const { created, updated, unchanged, missing, missingOthers, refused, leftOut, duplicates, superseded } =
    changes;
  return {
    new: created,
    same: unchanged,
    changed: updated,
    missing,
    missingOthers,
    removed: leavingOf(changes, onMissing),
    refused,
    leftOut,
    repeated: duplicates + superseded,
  };
}

/** What a migration that has not begun would do: a dry run is enough, and faster. */
export async function examineRows(pipeline: Pipeline, rows: Plan, signal: AbortSignal): Promise<OfflinePlan> {
  const { requestsPerMinute = 60 } = pipeline.limits;
  const { steps, warnings } = await dryRun(rows, { requestsPerMinute, signal, access: apiOf(pipeline) });
  const refused = steps.messages?.notices?.['MESSAGE.SENDER_REFUSED']?.count ?? 0;
  const near = referredNames.flatMap((name) => {
    const group = steps[name]?.notices?.['ID.CASE_DIFFERS'];
    return group ? [nearIdsText(name, group)] : [];
  });
  const planned = (name: EntityName): PlannedRows => {
    const { pending = 0, rejected = 0, blocked = 0, skipped = 0 } = steps[name]?.counts ?? {};
    const { duplicate: repeated = 0, retention = 0 } = steps[name]?.skipped ?? {};
    const leftOut = skipped - repeated - retention;
    return { ...NO_ROWS, new: pending, refused: rejected + blocked + retention, leftOut, repeated };
  };
  return {
    entities: entityTable(planned, (name) => steps[name] !== undefined),
    ...uncarried(
      entityNames.map((name) => [name, steps[name]?.notCarried ?? {}]),
      rows,
    ),
    ...ageOf(steps.messages?.tooOld, rows),
    ...exportPart(rows),
    warnings: [
      ...rows.warnings,
      ...warnings,
      ...near,
      ...(refused > 0
        ? [`the service will refuse ${refused} messages: their senders are not members of the group`]
        : []),
    ],
  };
}

/** Values without a field of the API, and those of them that are kept in metadata. */
const uncarried = (
  counts: Parameters<typeof byField>[0],
  { steps }: Plan,
): Pick<PlanDocument, 'notCarried' | 'kept' | 'written' | 'sentAsRead'> =>
  dividedCounts(byField(counts), steps[0]?.policies);

/** Counts by `entity.field`. */
const byField = (
  entities: readonly (readonly [EntityName, Readonly<Record<string, number>>])[],
): Record<string, number> =>
  Object.fromEntries(
    entities.flatMap(([entity, fields]) =>
      Object.entries(fields).map(([field, count]) => [`${entity}.${field}`, count] as const),
    ),
  );
