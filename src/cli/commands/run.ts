import { RunError } from '../../errors/run-error.ts';
import { basisOf, readPlan, stateOf, stillTrue } from '../../features/plan/plan-basis.ts';
import { runSync } from '../../features/sync/run-sync.ts';
import { takeLock } from '../../files/lock.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { keyFile } from '../../keys/key-file.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import { loadPipeline } from '../../pipeline/pipeline.ts';
import { connect, routesOf } from '../../session/connect.ts';
import { consent, runnable } from '../../session/consent.ts';
import { deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun, rejectPaths } from '../../session/finish-run.ts';
import { RequestTally } from '../../session/request-tally.ts';
import {
  clearState,
  makeStateFolder,
  openCheckpoint,
  openLedger,
  statePaths,
} from '../../session/state-folder.ts';
import { fileStore } from '../../session/stores/file.ts';
import type { CommandContext } from '../../terminal/context.ts';

export type RunOptions = {
  readonly pipeline: string;
  readonly fresh: boolean;
  readonly yes: boolean;
  readonly strict: boolean;
  readonly maxDurationMs: number | undefined;
  /** The night of a sync that goes on although a guard speaks against it, as it was printed. */
  readonly confirm: string | undefined;
  /** A saved plan that must still be true. */
  readonly plan: string | undefined;
};

/** Writes a pipeline's rows into its target; goes on where the last run stopped. */
export async function run(options: RunOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  runnable(pipeline);
  if (pipeline.sync && options.fresh)
    throw new RunError(
      'USAGE.INVALID',
      '--fresh: a sync compares every row each night, whatever was done before',
      {
        hint: `chatferry run ${options.pipeline}; for another target, give the pipeline another name`,
      },
    );
  if (pipeline.sync) return await runSync(pipeline, { ...options, file: options.pipeline }, context);
  const paths = statePaths(pipeline.stateFolder);
  const store = fileStore(paths.checkpoint);
  const before = options.fresh ? undefined : await store.load();
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  const plan = await openPlan(pipeline, { routes: routesOf(pipeline), nowMs, strict: options.strict });
  if (!before) await consent(pipeline, options.yes, context);

  await makeStateFolder(paths);
  await using _lock = await takeLock(paths.lock, context.commandLine);
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  if (options.fresh) await clearState(paths).then(() => makeStateFolder(paths));
  const { identity } = connection;
  const checkpoint = await openCheckpoint({
    pipeline,
    plan,
    store,
    target: identity,
    signal: context.signal,
    nowMs,
  });
  using ledger = await openLedger(paths, identity, options.fresh);
  if (options.plan !== undefined)
    stillTrue(await readPlan(options.plan), await basisOf(pipeline, plan, stateOf(ledger), context.signal));
  const requests = new RequestTally();
  const session = {
    ...{ pipeline, plan, paths, checkpoint, store, ledger, connection, requests },
    keyFileOf: (entity: EntityName) => keyFile(`${paths.keys}/${entity}.bin`),
    maxRejects: pipeline.limits.maxRejects,
    maxDurationMs: options.maxDurationMs,
  };
  const error = await deliverPlan(session, context);
  // Awaited here: what is disposed on return must outlive the report.
  return await finishRun(
    {
      ...session,
      command: 'run',
      rejects: rejectPaths(paths.rejects, checkpoint),
      sandboxData: paths.sandbox,
      startedAt,
      error,
      file: options.pipeline,
    },
    context,
  );
}
