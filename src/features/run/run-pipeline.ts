import { exitCodes, RunError } from '../../errors/run-error.ts';
import { openPipeline } from '../../pipeline/code/open-pipeline.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { routesOf } from '../../session/connect.ts';
import { consent, requireTarget } from '../../session/consent.ts';
import { deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun } from '../../session/finish-run.ts';
import { keyFilesIn, openSession } from '../../session/open-session.ts';
import { readValidPlan } from '../../session/plan-basis.ts';
import { writeIdMap } from '../../session/prepared/id-map-file.ts';
import { clearWorkplace, stateWorkplace } from '../../session/prepared/workplace.ts';
import { rejectPaths } from '../../session/rejects-advice.ts';
import { openState, setArchiveAside, startOver } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';
import { runSync, type SyncOptions } from '../sync/run-sync.ts';

/** Options of `chatferry run`; a migration has no guard to confirm. */
export type RunOptions = SyncOptions & {
  /** Starts over; for a migration only. */
  readonly fresh: boolean;
};

/** Writes a pipeline's rows into its target, as a migration or as a sync run. Returns the exit code. */
export async function runPipeline(options: RunOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date(context.system.clock.now());
  const pipeline = await openPipeline(options.pipeline, context);
  requireTarget(pipeline);
  if (!pipeline.sync) return await migrate(pipeline, options, startedAt, context);
  if (options.fresh)
    throw new RunError('USAGE.INVALID', '--fresh has no use here: each sync run compares every row', {
      hint: `chatferry run ${options.pipeline}; for another target, give the pipeline another name`,
    });
  return await runSync(pipeline, options, context);
}

/** Runs a migration; resumes where the last run stopped. */
async function migrate(
  pipeline: Pipeline,
  options: RunOptions,
  startedAt: Date,
  context: CommandContext,
): Promise<number> {
  const { files } = context.system;
  const state = openState(pipeline.stateFolder, files);
  const before = options.fresh ? undefined : await state.store.load();
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  await using workplace = stateWorkplace(pipeline, context, before === undefined);
  const plan = await openPlan(pipeline, {
    routes: routesOf(pipeline),
    nowMs,
    files,
    workplace,
    strict: options.strict,
  });
  if (!before && plan.caution !== undefined && !context.quiet)
    context.err(`${context.errStyle.yellow('!')} ${printable(plan.caution)}\n`);
  if (!before) await consent(pipeline, options.yes, context);

  await using session = await openSession(pipeline, state, context, workplace.lock);
  const connection = await session.connect();
  if (options.fresh) {
    await startOver(state.paths, session.system.files);
    await setArchiveAside(state.paths, session.system.files);
  }
  const checkpoint = await session.openCheckpoint(connection, plan, nowMs);
  await writeIdMap(plan, state.paths.idMap, session.system.files, context.signal);
  const ledger = options.fresh
    ? await session.openFreshLedger(connection)
    : await session.openLedger(connection);
  if (options.plan !== undefined) await readValidPlan(options.plan, { pipeline, plan, ledger }, context);

  const delivery = {
    ...{ session, connection, plan, checkpoint, ledger },
    keyFileOf: keyFilesIn(state.paths, session.system.files),
    maxRejects: pipeline.limits.maxRejects,
    maxDurationMs: options.maxDurationMs,
  };
  const error = await deliverPlan(delivery, context);
  const rejects = rejectPaths(state.paths.rejects, checkpoint);
  const { strict } = options;
  const finished = { ...delivery, file: options.pipeline, startedAt, error, rejects, strict };
  // Awaited here: resources disposed on return must outlive the report.
  const exitCode = await finishRun({ ...finished, command: 'run' }, context);
  if (exitCode === exitCodes.ok) await clearWorkplace(pipeline, session.system.files);
  return exitCode;
}
