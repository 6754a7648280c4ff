import { REMOVAL_SAMPLES_MAX } from '../../delivery/removal/removal-account.ts';
import { removalRequests } from '../../delivery/removal/remove-row.ts';
import { type EntityTable, entriesOf } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import { eachOf } from '../../service/each-of.ts';
import { isOlder } from '../../service/targets/change/is-older.ts';
import { hindrance } from '../../service/targets/former/put-back.ts';
import { perMinute } from '../../service/transport/budget.ts';
import type { Connection } from '../../session/connect.ts';
import { isDone } from '../../state/state.ts';
import { creationDeps, type UndoSession } from './open-undo.ts';
import { countedEntities, type PlannedPutBack } from './put-back-counts.ts';
import type { FilesToRemove, GroupUse, UndoCounts } from './undo-document.ts';
import { filesToRemove } from './undo-files.ts';
import type { UndoRows } from './undo-rows.ts';
import { groupUse } from './used-by-others.ts';

/** Plan of an undo. */
export type UndoPlan = {
  readonly id: string;
  readonly counts: Readonly<EntityTable<UndoCounts>>;
  /** The values put back in rows that were there before. */
  readonly putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>;
  readonly cost: UndoCost;
  readonly inUse: { readonly count: number; readonly samples: readonly GroupUse[] };
  /** Copies of files that are removed after the rows; undefined if there are none. */
  readonly files: FilesToRemove | undefined;
  /** Copies of ours that were given up, and stay until another pipeline is undone. */
  readonly givenUp: number;
  /** False if the run that wrote the rows is not finished. */
  readonly isFinished: boolean;
};

/** The number of rows that would be removed. */
export const rowsToRemove = ({ counts }: UndoPlan): number =>
  entriesOf(counts).reduce((sum, [, { direct, implied }]) => sum + direct + implied, 0);

const changedRowsOf = ({ putBack }: Pick<UndoPlan, 'putBack'>): number =>
  Object.values(putBack).reduce((sum, { rows }) => sum + rows, 0);

/** The number of rows with which there is anything to do. */
export const workOf = (plan: UndoPlan): number => rowsToRemove(plan) + changedRowsOf(plan);

/** True if there is anything to do. */
export const hasWork = (plan: UndoPlan): boolean => workOf(plan) > 0 || plan.files !== undefined;

function plannedPutBack(former: FormerValues): Partial<EntityTable<PlannedPutBack>> {
  return countedEntities((entity) => {
    const counts = { rows: 0, fields: 0, stays: 0 };
    for (const { fields } of former.of(entity)) {
      counts.rows++;
      for (const [field, { was }] of Object.entries(fields))
        if (field !== 'joinedAt') counts[hindrance(entity, field, was) === undefined ? 'fields' : 'stays']++;
    }
    return counts;
  });
}

/** Finds the groups that others use, and counts what would be removed without them. Only reads. */
export async function planUndo(rows: UndoRows, session: UndoSession): Promise<UndoPlan> {
  const { options, connection, checkpoint, former, signal } = session;
  const inUse = await keepUsedGroups(rows, session);
  const counts = await rows.counts(signal);
  const putBack = plannedPutBack(former);
  const files = filesToRemove(counts, session);
  return {
    id: rows.id(options.includeUsed, former, { putBack, files }),
    counts,
    putBack,
    cost: undoCost(counts, changedRowsOf({ putBack }), connection),
    inUse,
    files,
    givenUp: session.copies?.shared.givenUp ?? 0,
    isFinished: checkpoint === undefined || isDone(checkpoint),
  };
}

async function keepUsedGroups(rows: UndoRows, session: UndoSession): Promise<UndoPlan['inUse']> {
  const { options, pipeline, signal } = session;
  const samples: GroupUse[] = [];
  let count = 0;
  const check = async (group: LedgerEntry): Promise<void> => {
    const older = await isOlder('groups', group, creationDeps(session));
    const use = older
      ? { guid: group.key, isOlder: older, members: 0, messages: 0 }
      : options.includeUsed
        ? undefined
        : await groupUse(group.key, { ...session, others: rows.others });
    if (!use) return;
    rows.keep(group);
    count++;
    if (samples.length < REMOVAL_SAMPLES_MAX) samples.push(use);
  };
  await eachOf(rows.groups(), pipeline.limits.concurrency, check, signal);
  return { count, samples };
}

/** Requests of an undo by rate class, and how long they take at the limits. */
type UndoCost = { readonly core: number; readonly standard: number; readonly minutes: number };

/** Each row that is changed back is read first. */
const PUT_BACK = 2;

/**
 * The lower bound: messages whose id is not known must also be searched for.
 * @param changedRows rows that were there before and get values back
 */
function undoCost(
  counts: Readonly<EntityTable<UndoCounts>>,
  changedRows: number,
  { target }: Pick<Connection, 'target'>,
): UndoCost {
  const sum = (rateClass: 'core' | 'standard'): number =>
    entriesOf(counts).reduce(
      (total, [entity, { direct }]) => total + direct * removalRequests(entity, rateClass),
      rateClass === 'standard' ? changedRows * PUT_BACK : 0,
    );
  const minutes = (rateClass: 'core' | 'standard'): number => {
    const budget = target.budgets[rateClass];
    return budget ? sum(rateClass) / perMinute(budget) : 0;
  };
  return {
    core: sum('core'),
    standard: sum('standard'),
    minutes: Math.max(minutes('core'), minutes('standard')),
  };
}
