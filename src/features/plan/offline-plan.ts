import type { Plan } from '../../delivery/plan.ts';
import type { TooOld } from '../../delivery/tally.ts';
import type { NoticeCode } from '../../errors/notice-codes.ts';
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
import { renameAdvice } from '../../report/result/rename-text.ts';
import { untypedGroupsText } from '../../report/result/untyped-groups.ts';
import { apiOf } from '../../session/connect.ts';
import { nearIdsText } from '../../session/workplace/near-ids.ts';
import type { State } from '../../state/state-folder.ts';
import type { Files } from '../../system/files.ts';
import { type Changes, conversationsOf, leavingOf } from '../sync/changes.ts';
import { deletedLeavingOf, type OnDeleted } from '../sync/deleted/deleted-rows.ts';
import type { FirstLook } from '../sync/first-look/first-look.ts';
import { leavingFirst, leavingFirstText } from '../sync/leaving-first.ts';
import { partedSentences } from '../sync/parted-notes.ts';
import { syncGuard, syncRunId } from '../sync/sync-guard.ts';
import { SyncRun } from '../sync/sync-run.ts';
import { dryRun } from '../validate/dry-run.ts';
import { guardOf, NO_ROWS, type PlanDocument, type PlannedRows, withFound } from './plan-document.ts';

/** The part of a plan document that comes from the rows, alone or compared with the ledger. */
export type OfflinePlan = Pick<
  PlanDocument,
  | 'id'
  | 'entities'
  | 'changedFields'
  | 'notCarried'
  | 'kept'
  | 'written'
  | 'sentAsRead'
  | 'untypedGroups'
  | 'tooOld'
  | 'retention'
  | 'guard'
  | 'conversations'
  | 'renames'
  | 'renameAdvice'
  | 'warnings'
  | 'export'
> & {
  /** How many of the new messages have a request of their own. */
  readonly live: number;
};

type ComparisonOptions = {
  readonly conversations: boolean;
  /** False for some of the rows: then nothing is missing, and no guard is asked. */
  readonly isWhole: boolean;
  readonly signal: AbortSignal;
  readonly files: Files;
  /** What the service has of a first sync run; absent if it was not looked at. */
  readonly look?: FirstLook;
};

/** What a sync, or a migration that has begun, would do: compares the rows with the ledger. */
export async function compareWithLedger(
  { sync, idMap }: Pipeline,
  rows: Plan,
  ledger: Ledger,
  state: State,
  { conversations, isWhole, signal, files, look }: ComparisonOptions,
): Promise<OfflinePlan> {
  const { onMissing = 'keep', onDeleted = 'remove' } = sync ?? {};
  using syncRun = await SyncRun.compare(rows, ledger, state, files, signal, { onDeleted, isWhole });
  if (look) syncRun.add(look);
  const { changes } = syncRun;
  const entities = entityRecord((): PlannedRows => NO_ROWS);
  for (const each of changes)
    entities[each.entity] = {
      ...withFound(plannedOf(each, onMissing, sync ? onDeleted : 'keep'), {
        found: each.found,
        changed: each.foundChanged,
      }),
      ...(isWhole ? {} : NOTHING_LEAVES),
    };
  const values = uncarried(
    changes.map(({ entity, notCarried }) => [entity, notCarried]),
    rows,
  );
  return {
    ...(sync && isWhole ? { id: syncRunId(ledger, changes) } : {}),
    live: changes.reduce((sum, { alone }) => sum + alone, repliesIn(values)),
    entities: tableOf(entities, rows),
    ...(syncRun.changedFields ? { changedFields: syncRun.changedFields } : {}),
    ...values,
    ...ageOf(changes.find(({ entity }) => entity === 'messages')?.tooOld, rows),
    ...(sync && isWhole ? guardOf(syncGuard(changes, { ...sync, onMissing, onDeleted })) : {}),
    ...(conversations ? { conversations: conversationsOf(syncRun.changes) } : {}),
    ...(isWhole ? renamePart(syncRun.renames, idMap) : {}),
    ...exportPart(rows),
    warnings: [
      ...untypedGroupsText(values.untypedGroups),
      ...changes.flatMap(({ parted }) => partedSentences(parted)),
      ...rows.warnings,
      ...(sync && isWhole ? syncRun.notices : []),
      ...(sync && isWhole ? leavingFirstText(leavingFirst(syncRun, ledger, onMissing)) : []),
    ],
  };
}

function renamePart(
  renames: SyncRun['renames'],
  idMap: string | undefined,
): Pick<PlanDocument, 'renames' | 'renameAdvice'> {
  const advice = renameAdvice(renames, idMap);
  return advice ? { renames, renameAdvice: advice } : {};
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

/** What a plan of some rows says of those that leave: they are not looked for. */
const NOTHING_LEAVES = {
  missing: 0,
  missingOthers: 0,
  removed: 0,
  deletedAtSource: 0,
  deletedAtSourceRemoved: 0,
};

function plannedOf(
  changes: Changes,
  onMissing: NonNullable<PlanDocument['onMissing']>,
  onDeleted: OnDeleted,
): PlannedRows {
  const { created, updated, unchanged, missing, missingOthers, refused, leftOut, duplicates, superseded } =
    changes;
  return {
    new: created,
    same: unchanged,
    changed: updated,
    missing,
    missingOthers,
    removed: leavingOf(changes, onMissing),
    deletedAtSource: changes.deleted + changes.deletedOthers,
    deletedAtSourceRemoved: deletedLeavingOf(changes, onDeleted),
    refused,
    leftOut,
    repeated: duplicates + superseded,
  };
}

const CONTENT_DOUBTFUL =
  'the call to send them would, for want of attachments or customData, or for a size or metadata of a wrong type';

/** What a migration that has not begun would do: a dry run is enough, and faster. */
export async function examineRows(pipeline: Pipeline, rows: Plan, signal: AbortSignal): Promise<OfflinePlan> {
  const { requestsPerMinute = 60 } = pipeline.limits;
  // A run of some rows compares nothing.
  const isSync = pipeline.sync !== undefined && rows.steps.every(({ whole }) => whole === undefined);
  const { steps, warnings } = await dryRun(rows, {
    requestsPerMinute,
    signal,
    access: apiOf(pipeline),
    isSync,
  });
  const noticed = (code: NoticeCode): number => steps.messages?.notices?.[code]?.count ?? 0;
  const refused = noticed('MESSAGE.SENDER_REFUSED');
  const doubtful = noticed('MESSAGE.CONTENT_DOUBTFUL');
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
  const values = uncarried(
    entityNames.map((name) => [name, steps[name]?.notCarried ?? {}]),
    rows,
  );
  return {
    entities: entityTable(planned, (name) => steps[name] !== undefined),
    live: repliesIn(values) + (steps.messages?.alone ?? 0),
    ...values,
    ...ageOf(steps.messages?.tooOld, rows),
    ...exportPart(rows),
    warnings: [
      ...untypedGroupsText(values.untypedGroups),
      ...rows.warnings,
      ...warnings,
      ...near,
      ...(refused > 0
        ? [`the service will refuse ${refused} messages: their senders are not members of the group`]
        : []),
      ...(doubtful > 0 ? [`the service may refuse ${doubtful} messages: ${CONTENT_DOUBTFUL}`] : []),
    ],
  };
}

/** Values without a field of the API, and those of them that are kept in metadata. */
const uncarried = (
  counts: Parameters<typeof byField>[0],
  { steps }: Plan,
): Pick<PlanDocument, 'notCarried' | 'kept' | 'written' | 'sentAsRead' | 'untypedGroups'> =>
  dividedCounts(byField(counts), steps[0]?.policies);

/** How many messages are written live, as replies. */
const repliesIn = ({ written }: Pick<PlanDocument, 'written'>): number =>
  written?.['messages.parentMuid'] ?? 0;

/** Counts by `entity.field`. */
const byField = (
  entities: readonly (readonly [EntityName, Readonly<Record<string, number>>])[],
): Record<string, number> =>
  Object.fromEntries(
    entities.flatMap(([entity, fields]) =>
      Object.entries(fields).map(([field, count]) => [`${entity}.${field}`, count] as const),
    ),
  );
