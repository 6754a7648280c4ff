import type { Plan } from '../../delivery/plan.ts';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { takeLock } from '../../files/lock.ts';
import { writePrivate } from '../../files/private-file.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { hasLedger } from '../../ledger/ledger-file.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import { loadPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import { connect, paceOf, routesOf } from '../../session/connect.ts';
import { basisOf, stateOf } from '../../session/plan-basis.ts';
import { makeStateFolder, openState, type StatePaths, statePaths } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { fromHere } from '../../terminal/printable.ts';
import { type Changes, leavingOf } from '../sync/changes.ts';
import { syncGuard, syncRunId } from '../sync/sync-guard.ts';
import { SyncRun } from '../sync/sync-run.ts';
import { dryRun } from '../validate/dry-run.ts';
import { verify } from '../verify/verify.ts';
import { type OnlinePlan, onlineCostOf, onlineRows } from './online-plan.ts';
import { costOf, guardOf, type PlanDocument } from './plan-document.ts';
import { planText } from './plan-text.ts';
import { NO_ROWS, type PlannedRows } from './planned-rows.ts';

export type PlanCommandOptions = {
  readonly pipeline: string;
  /** Where the plan is saved; in the state folder where absent. */
  readonly out: string | undefined;
  /** Whether the conversations with something new or changed are named. */
  readonly conversations: boolean;
  /** Compares with what the service holds, by reading it, instead of with what it is known to hold. */
  readonly online: boolean;
  readonly strict: boolean;
};

type Findings = Pick<
  PlanDocument,
  'id' | 'entities' | 'notCarried' | 'tooOld' | 'guard' | 'conversations' | 'warnings'
>;

/** Says what `run` would do, and saves it as a file that `run --plan` does exactly or calls stale. Sends nothing. */
export async function plan(options: PlanCommandOptions, context: CommandContext): Promise<number> {
  const madeAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  const rows = await openPlan(pipeline, {
    routes: routesOf(pipeline),
    nowMs: madeAt.getTime(),
    strict: options.strict,
  });
  const paths = statePaths(pipeline.stateFolder);
  await makeStateFolder(paths);
  await using _lock = await takeLock(paths.lock, context.commandLine);
  if (options.online) return await online(pipeline, rows, paths, madeAt, options, context);
  // A sync that begins with a saved plan begins with the ledger that the plan was made with.
  using ledger = new Ledger(pipeline.sync || hasLedger(paths.ledger) ? paths.ledger : ':memory:');
  const basis = await basisOf(pipeline, rows, stateOf(ledger), context.signal);
  const found =
    pipeline.sync || !ledger.isEmpty
      ? await compared(pipeline, rows, ledger, paths, options, context)
      : await examined(pipeline, rows, context);
  const onMissing = pipeline.sync ? { onMissing: pipeline.sync.onMissing ?? ('keep' as const) } : {};
  const document: PlanDocument = {
    version: 1,
    command: 'plan',
    pipeline: pipeline.name,
    madeAt: madeAt.toISOString(),
    ...found,
    ...onMissing,
    cost: costOf(found.entities, paceOf(pipeline)),
    basis,
  };
  const saved = options.out ?? paths.plan;
  await save(saved, document);
  if (context.json) context.out(`${JSON.stringify(document, null, 2)}\n`);
  else if (!context.quiet)
    context.out(planText(document, nextStep(document, options.pipeline, saved), context.style));
  return exitCodes.ok;
}

/**
 * Compares the rows with what the service holds, where no state tells it: a target that held rows before us. Saves nothing,
 * because nothing says that the service stays as it is.
 */
async function online(
  pipeline: Pipeline,
  plan: Plan,
  paths: StatePaths,
  startedAt: Date,
  { pipeline: file }: PlanCommandOptions,
  context: CommandContext,
): Promise<number> {
  if (!pipeline.target)
    throw new RunError('CONFIG.TARGET_MISSING', 'the pipeline has no target to compare with', {
      where: { file: pipeline.file },
    });
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  const checkpoint = await openState(pipeline.stateFolder).store.load();
  const found = await verify(
    {
      options: { quick: false, sample: undefined, oneWay: true },
      ...{ pipeline, plan, paths, connection, checkpoint, startedAt },
    },
    context,
  );
  const entities = onlineRows(found);
  const document: OnlinePlan = {
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
  if (context.json) context.out(`${JSON.stringify(document, null, 2)}\n`);
  else if (!context.quiet) context.out(planText(document, `chatferry run ${file}`, context.style));
  return exitCodes.ok;
}

/** What a sync, or a migration that has begun, would do: rows beside what the service is known to hold. */
async function compared(
  pipeline: Pipeline,
  rows: Plan,
  ledger: Ledger,
  paths: StatePaths,
  { conversations }: PlanCommandOptions,
  { signal }: CommandContext,
): Promise<Findings> {
  const { sync } = pipeline;
  using syncRun = await SyncRun.compare(rows, ledger, paths.sync, signal);
  const { changes } = syncRun;
  const entities = { users: NO_ROWS, groups: NO_ROWS, members: NO_ROWS, messages: NO_ROWS };
  for (const each of changes) entities[each.entity] = plannedOf(each, sync?.onMissing ?? 'keep');
  return {
    ...(sync ? { id: syncRunId(ledger, changes) } : {}),
    entities,
    notCarried: Object.fromEntries(
      changes.flatMap(({ entity, notCarried }) =>
        Object.entries(notCarried).map(([field, count]) => [`${entity}.${field}`, count]),
      ),
    ),
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

/** What a migration would do that has not begun: the dry run knows it, and is faster. */
async function examined(pipeline: Pipeline, rows: Plan, { signal }: CommandContext): Promise<Findings> {
  const { requestsPerMinute = 60 } = pipeline.limits;
  const { steps, warnings, profile } = await dryRun(rows, { requestsPerMinute, signal });
  const planned = (name: EntityName): PlannedRows => {
    const { pending = 0, rejected = 0, blocked = 0, skipped = 0 } = steps[name]?.counts ?? {};
    const repeated = steps[name]?.skipped['duplicate'] ?? 0;
    return { ...NO_ROWS, new: pending, refused: rejected + blocked + skipped - repeated, repeated };
  };
  const entities = {
    users: planned('users'),
    groups: planned('groups'),
    members: planned('members'),
    messages: planned('messages'),
  };
  return {
    entities,
    notCarried: Object.fromEntries(
      entityNames.flatMap((name) =>
        Object.entries(steps[name]?.notCarried ?? {}).map(([field, count]) => [`${name}.${field}`, count]),
      ),
    ),
    tooOld: profile.months.reduce((sum, month) => sum + month.tooOld, 0),
    warnings: [...rows.warnings, ...warnings],
  };
}

async function save(path: string, document: PlanDocument): Promise<void> {
  try {
    await writePrivate(path, `${JSON.stringify(document, null, 2)}\n`);
  } catch (error) {
    throw new RunError('USAGE.INVALID', `the plan cannot be written to ${path}: ${(error as Error).message}`);
  }
}

function nextStep({ guard, id, cost, entities }: PlanDocument, file: string, saved: string): string {
  if (guard) return `if it is right:  chatferry run ${file} --confirm ${id}`;
  if (cost.batches + cost.single === 0 && Object.values(entities).every(({ refused }) => refused === 0))
    return 'nothing is left to do';
  return `chatferry run ${file} --plan ${fromHere(saved)}`;
}
