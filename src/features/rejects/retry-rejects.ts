import { join } from 'node:path';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { type KeyFile, retryKeyFile } from '../../keys/key-file.ts';
import { loadPipeline } from '../../pipeline/pipeline.ts';
import { routesOf } from '../../session/connect.ts';
import { consent, runnable } from '../../session/consent.ts';
import { type Delivery, deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun } from '../../session/finish-run.ts';
import { sameTarget } from '../../session/open-checkpoint.ts';
import { keyFilesIn, openSession } from '../../session/open-session.ts';
import { rejectPaths } from '../../session/rejects-advice.ts';
import { clearState, isDone, makeStateFolder, openState, type State } from '../../session/state-folder.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { foldRetry, type KeptState } from './fold-retry.ts';
import { retryPlan } from './retry-plan.ts';

export type RejectsRetryOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  readonly fresh: boolean;
  readonly yes: boolean;
  readonly maxDurationMs: number | undefined;
};

/**
 * Writes the rows of the rejects files of a finished run, corrected or not. A run of its own: with a checkpoint below
 * the run's, gone on with by the same command, and made part of the run when it is done.
 */
export async function retryRejects(options: RejectsRetryOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  runnable(pipeline);
  const runState = openState(pipeline.stateFolder);
  const state = openState(runState.paths.retry);
  await loadFinished(runState, options.pipeline);
  if (options.fresh || !(await state.store.load())) await consent(pipeline, options.yes, context);

  await using session = await openSession(pipeline, state, context);
  const run = await loadFinished(runState, options.pipeline);
  await foldFinished(run, state);
  const before = options.fresh ? undefined : await state.store.load();
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  const { plan, inputs } = await retryPlan(pipeline, run.checkpoint, runState.paths.rejects, {
    routes: routesOf(pipeline),
    nowMs,
  });
  const connection = await session.connect();
  sameTarget(run.checkpoint, connection.identity);
  if (options.fresh) await clearState(state.paths);
  await makeStateFolder(state.paths);
  const checkpoint = await session.openCheckpoint(connection, inputs, nowMs);
  const ledger = session.openLedger(connection);

  const delivery: Delivery = {
    ...{ session, connection, plan, checkpoint, ledger },
    keyFileOf: retryKeyFilesIn(state, run),
    // Rows of a sync may be in the service already: they are changed then, and the next sync run compares with that.
    sync: pipeline.sync && { hasRows: () => true, uncertainSince: ledger.uncertainSince(nowMs, true) },
    // The rows were rejected before; the limit is for rows that nobody has looked at.
    maxRejects: undefined,
    maxDurationMs: options.maxDurationMs,
  };
  const error = await deliverPlan(delivery, context);
  const rejects = rejectPaths(runState.paths.rejects, error ? run.checkpoint : checkpoint);
  if (!error) await foldRetry(run, { ...state, checkpoint });
  const finished = { ...delivery, file: options.pipeline, startedAt, error, rejects };
  // Awaited here: what is disposed on return must outlive the report.
  return await finishRun({ ...finished, command: 'rejects retry' }, context);
}

/**
 * The state of a run that is over: only then can rejects be told from rows that are still to come.
 * @throws RunError `RUN.UNFINISHED`
 */
async function loadFinished(state: State, file: string): Promise<KeptState> {
  const checkpoint: Checkpoint | undefined = await state.store.load();
  if (checkpoint && isDone(checkpoint)) return { ...state, checkpoint };
  throw new RunError(
    'RUN.UNFINISHED',
    checkpoint
      ? 'the run is not finished, more rows may be rejected'
      : 'there is no run whose rejects could be retried',
    { hint: `chatferry run ${file}` },
  );
}

/** Makes a retry part of its run that was killed when all of its rows were done. */
async function foldFinished(run: KeptState, retry: State): Promise<void> {
  const checkpoint = await retry.store.load();
  if (checkpoint && isDone(checkpoint)) await foldRetry(run, { ...retry, checkpoint });
}

/** Key files that know the keys of the run, too. */
function retryKeyFilesIn(retry: State, run: KeptState): (entity: EntityName) => KeyFile {
  const fileOf = keyFilesIn(run.paths);
  return (entity) =>
    retryKeyFile(join(retry.paths.keys, `${entity}.bin`), {
      file: fileOf(entity),
      bytes: run.checkpoint.steps[entity]?.keyBytes ?? 0,
    });
}
