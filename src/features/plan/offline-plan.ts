import type { Plan } from '../../delivery/plan.ts';
import type { TooOld } from '../../delivery/tally/tally.ts';
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
import { namedCounts, untypedGroupsText } from '../../report/result/report.ts';
import { apiOf } from '../../session/connect.ts';
import { keepSentAddresses } from '../../session/workplace/file-addresses.ts';
import { nearIdsText } from '../../session/workplace/near-ids.ts';
import type { State } from '../../state/state.ts';
import {
  type PlannedChanges,
  type PlannedSync,
  type PlannedSyncOptions,
  planSync,
} from '../sync/plan-sync.ts';
import { dryRun } from '../validate/dry-run.ts';
import { guardOf, NO_ROWS, type PlanDocument, type PlannedRows, withFound } from './plan-document.ts';

/** The part of a plan document that comes from the rows, alone or compared with the ledger. */
export type OfflinePlan = Omit<
  PlanDocument,
  'version' | 'command' | 'pipeline' | 'madeAt' | 'onMissing' | 'cost' | 'basis' | 'sha256'
> & {
  /** The number of new messages with a request of their own. */
  readonly live: number;
};

/** Plans a sync, or a migration that has begun: compares the rows with the ledger. */
export async function compareWithLedger(
  pipeline: Pipeline,
  rows: Plan,
  ledger: Ledger,
  state: State,
  { conversations, ...options }: PlannedSyncOptions & { readonly conversations: boolean },
): Promise<OfflinePlan> {
  const { sync, idMap } = pipeline;
  const { isWhole } = options;
  using _kept = await keepSentAddresses(pipeline, rows, ledger, options);
  const planned = await planSync(sync, rows, ledger, state, options);
  const { whole } = planned;
  const changes = planned.entities.map((each) => each.changes);
  const entities = entityRecord((): PlannedRows => NO_ROWS);
  for (const each of planned.entities) {
    const { entity, found, foundChanged: changed } = each.changes;
    entities[entity] = {
      ...withFound(plannedOf(each), { found, changed }),
      ...(isWhole ? {} : NOTHING_LEAVES),
    };
  }
  const values = uncarried(
    changes.map(({ entity, notCarried }) => [entity, Object.entries(notCarried)]),
    rows,
  );
  return {
    ...(whole ? { id: whole.id } : {}),
    live: changes.reduce((sum, { alone }) => sum + alone, repliesIn(values)),
    entities: tableOf(entities, rows),
    ...(planned.changedFields ? { changedFields: planned.changedFields } : {}),
    ...values,
    ...ageOf(changes.find(({ entity }) => entity === 'messages')?.tooOld, rows),
    ...guardOf(whole?.guard),
    ...(conversations ? { conversations: planned.conversations } : {}),
    ...(isWhole ? renamePart(planned.renames, idMap) : {}),
    ...exportPart(rows),
    warnings: [
      ...untypedGroupsText(values.untypedGroups),
      ...planned.parted,
      ...rows.warnings,
      ...(whole?.notices ?? []),
    ],
  };
}

function renamePart(
  renames: PlannedSync['renames'],
  idMap: string | undefined,
): Pick<PlanDocument, 'renames' | 'renameAdvice'> {
  const advice = renameAdvice(renames, idMap);
  return advice ? { renames, renameAdvice: advice } : {};
}

/** Contents of the export of another chat system, if the plan reads one. */
const exportPart = ({ exported }: Plan): Pick<PlanDocument, 'export'> =>
  exported ? { export: exported } : {};

/** The counts of the core entities, and of those optional ones that the plan has. */
const tableOf = (entities: Record<EntityName, PlannedRows>, { steps }: Plan): PlanDocument['entities'] =>
  entityTable(
    (name) => entities[name],
    (name) => steps.some(({ entity }) => entity.name === name),
  );

/** Words of a plan on messages that are older than the service keeps them. */
function ageOf(found: TooOld | undefined, { retention }: Plan): Pick<PlanDocument, 'tooOld' | 'retention'> {
  const old = oldMessages(found, retention);
  return { tooOld: found?.count ?? 0, ...(old ? { retention: old } : {}) };
}

/** Words of a plan of some rows on those that leave: they are not looked for. */
const NOTHING_LEAVES = {
  missing: 0,
  missingOthers: 0,
  removed: 0,
  deletedAtSource: 0,
  deletedAtSourceRemoved: 0,
};

function plannedOf({ changes, removed, deletedRemoved }: PlannedChanges): PlannedRows {
  const { created, updated, unchanged, missing, missingOthers, refused, leftOut, duplicates, superseded } =
    changes;
  return {
    new: created,
    same: unchanged,
    changed: updated,
    missing,
    missingOthers,
    removed,
    deletedAtSource: changes.deleted + changes.deletedOthers,
    deletedAtSourceRemoved: deletedRemoved,
    refused,
    leftOut,
    repeated: duplicates + superseded,
  };
}

const CONTENT_DOUBTFUL =
  'content is missing or has the wrong type, or is more than the service takes by default; validate names them';

/** Plans a migration that has not begun: a dry run is enough, and faster. */
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
    entityNames.map((name) => [name, Object.entries(steps[name]?.notCarried ?? {})]),
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
  counts: Parameters<typeof namedCounts>[0],
  { steps }: Plan,
): Pick<PlanDocument, 'notCarried' | 'kept' | 'written' | 'sentAsRead' | 'untypedGroups'> =>
  dividedCounts(namedCounts(counts), steps[0]?.policies);

/** The number of messages that are written live, as replies. */
const repliesIn = ({ written }: Pick<PlanDocument, 'written'>): number =>
  written?.['messages.parentMuid'] ?? 0;
