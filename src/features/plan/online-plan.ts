import type { Plan } from '../../delivery/plan.ts';
import { RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames, entityRecord } from '../../input/entities/entity.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { connect, paceOf } from '../../session/connect.ts';
import type { Pace } from '../../session/pace.ts';
import { openState, type StatePaths } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import type { VerificationReport } from '../verify/result/verification-report.ts';
import { verify } from '../verify/verify.ts';
import type { PlanDocument, PlannedRows } from './plan-document.ts';

/** What `chatferry plan --online` says. */
export type OnlinePlan = Omit<
  PlanDocument,
  'id' | 'basis' | 'onMissing' | 'guard' | 'conversations' | 'tooOld'
> & {
  readonly online: true;
  /** Where every row stands that is not the same on both sides. */
  readonly differences: string;
};

/**
 * Compares the rows with what the service holds, where no state tells it: a target that held rows before us. Saves nothing,
 * because nothing says that the service stays as it is.
 * @throws RunError `CONFIG.TARGET_MISSING`, and what reading the service throws
 */
export async function planOnline(
  pipeline: Pipeline,
  plan: Plan,
  paths: StatePaths,
  startedAt: Date,
  context: CommandContext,
): Promise<OnlinePlan> {
  if (!pipeline.target)
    throw new RunError('CONFIG.TARGET_MISSING', 'the pipeline has no target to compare with', {
      where: { file: pipeline.file },
    });
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  const checkpoint = await openState(pipeline.stateFolder).store.load();
  const options = { quick: false, sample: undefined, oneWay: true };
  const found = await verify({ options, pipeline, plan, paths, connection, checkpoint, startedAt }, context);
  const entities = onlineRows(found);
  return {
    version: 1,
    command: 'plan',
    online: true,
    pipeline: pipeline.name,
    madeAt: startedAt.toISOString(),
    entities,
    cost: onlineCostOf(entities, pipeline.sync !== undefined, paceOf(pipeline)),
    notCarried: found.notCarried,
    warnings: [...plan.warnings],
    differences: found.files.differences,
  };
}

/** What a comparison with the service says of the rows of a plan. */
function onlineRows({ entities, heldBack }: VerificationReport): Record<EntityName, PlannedRows> {
  const planned = (name: EntityName): PlannedRows => {
    const { onlySource, same, differs, onlyTarget, unread } = entities[name];
    const held = Object.entries(heldBack).filter(([why]) => why.startsWith(`${name}.`));
    const refused = held.reduce((sum, [, count]) => sum + count, unread);
    return {
      new: onlySource,
      same,
      changed: differs,
      missing: 0,
      removed: 0,
      missingOthers: onlyTarget,
      refused,
      repeated: 0,
    };
  };
  return entityRecord(planned);
}

/**
 * Requests and minutes of a run that knows nothing of the service: every row is sent, and the answer tells which were
 * there. A sync then writes users, groups and members once more, to bring them up to date.
 */
function onlineCostOf(
  entities: Readonly<Record<EntityName, PlannedRows>>,
  isSync: boolean,
  { batch, batchesPerMinute, singlePerMinute }: Pace,
): PlanDocument['cost'] {
  const there = ({ same, changed }: PlannedRows): number => same + changed;
  const batches = entityNames.reduce(
    (sum, name) => sum + Math.ceil((entities[name].new + there(entities[name])) / batch),
    0,
  );
  const single = isSync ? there(entities.users) + there(entities.groups) + there(entities.members) : 0;
  return { batches, single, minutes: batches / batchesPerMinute + single / singlePerMinute };
}
