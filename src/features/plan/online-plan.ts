import type { Plan } from '../../delivery/plan.ts';
import { type EntityName, type EntityTable, entityTable, entriesOf } from '../../input/entities/entity.ts';
import { defined } from '../../input/json/defined.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { keptTexts } from '../../report/result/changed-fields.ts';
import { connect, paceOf } from '../../session/connect.ts';
import { requireTarget } from '../../session/consent/consent.ts';
import { State, type StatePaths } from '../../state/state.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { type VerificationReport, zeroMarks } from '../verify/result/verification-report.ts';
import { verify } from '../verify/verify.ts';
import { costOf, NO_ROWS, type PlanDocument, type PlannedRows } from './plan-document.ts';
import { planFiles } from './planned-files.ts';

/** The result of `chatferry plan --online`. */
export type OnlinePlan = Omit<
  PlanDocument,
  'id' | 'basis' | 'onMissing' | 'guard' | 'conversations' | 'tooOld' | 'retention'
> & {
  readonly online: true;
  /** The checkpoint knows of more rows than the ledger, so a run would be refused. */
  readonly isLedgerLost: boolean;
  /** The file that lists every row that is not the same on both sides. */
  readonly differences: string;
};

const LOST =
  'the ledger is lost, so a run is refused until it is repaired; the numbers show a run after the repair';

/**
 * Compares the rows with the service itself, for a target that had rows before this pipeline and so no ledger of them. Does
 * not save the plan, because the service may change at any time.
 * @throws RunError `CONFIG.TARGET_MISSING`, and the errors of reading the service
 */
export async function planOnline(
  pipeline: Pipeline,
  plan: Plan,
  paths: StatePaths,
  startedAt: Date,
  context: Runtime & Stderr,
): Promise<OnlinePlan> {
  requireTarget(pipeline, 'compare with');
  await using connection = await connect(pipeline, paths.sandbox, context);
  const checkpoint = await new State(pipeline.stateFolder, context.system.files).store.load();
  const options = { quick: false, sample: undefined, oneWay: true };
  const session = { options, pipeline, plan, paths, connection, checkpoint, lock: undefined, startedAt };
  const found = await verify(session, context);
  const entities = onlineRows(found);
  const fileAddresses = await planFiles(pipeline, plan, true, context);
  const { record } = found.acknowledged;
  return {
    version: 1,
    command: 'plan',
    online: true,
    pipeline: pipeline.name,
    madeAt: startedAt.toISOString(),
    entities,
    ...defined({ fileAddresses }),
    cost: onlineCostOf(entities, pipeline, record === 'read' || record === 'lost'),
    notCarried: found.notCarried,
    isLedgerLost: record === 'lost',
    warnings: [...(record === 'lost' ? [LOST] : []), ...keptTexts(found.kept), ...plan.warnings],
    differences: found.files.differences,
  };
}

/** The counts of a plan from a comparison with the service. */
function onlineRows({ entities, heldBack, acknowledged }: VerificationReport): EntityTable<PlannedRows> {
  const planned = (name: EntityName): PlannedRows => {
    const { onlySource, same, differs, onlyTarget, unread, pending } = entities[name] ?? zeroMarks();
    // Rows that no source has and that stay as they are: the run does nothing with them.
    const kept = acknowledged.asSent[`${name}.kept`] ?? 0;
    const ignored = Object.entries(heldBack).filter(([why]) => why.startsWith(`${name}.`));
    const refused = ignored.reduce((sum, [, count]) => sum + count, unread);
    const found = { new: onlySource + pending, same: Math.max(0, same - kept), changed: differs };
    return { ...NO_ROWS, ...found, missing: kept, missingOthers: onlyTarget, refused };
  };
  return entityTable(planned, (name) => entities[name] !== undefined);
}

/**
 * Requests and minutes. A run that has a record of its rows, or has it again after a repair, sends what is new or changed. One without sends every row, and
 * the answers say which ones exist; a sync then writes existing users, groups and members again, to update them.
 */
function onlineCostOf(
  entities: Readonly<EntityTable<PlannedRows>>,
  pipeline: Pipeline,
  isRecorded: boolean,
): PlanDocument['cost'] {
  const isSync = pipeline.sync !== undefined;
  const sent = entriesOf(entities).map(([name, { new: added, same, changed }]): [EntityName, PlannedRows] => {
    if (isRecorded) return [name, { ...NO_ROWS, new: added, changed: isSync ? changed : 0 }];
    const existing = same + changed;
    const isUpdated = isSync && (name === 'users' || name === 'groups' || name === 'members');
    return [name, { ...NO_ROWS, new: added + existing, changed: isUpdated ? existing : 0 }];
  });
  return costOf(Object.fromEntries(sent) as EntityTable<PlannedRows>, paceOf(pipeline));
}
