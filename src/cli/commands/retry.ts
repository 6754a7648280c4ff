import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { foldRetry } from '../../features/rejects/fold-retry.ts';
import { retryPlan } from '../../features/rejects/retry-plan.ts';
import { takeLock } from '../../files/lock.ts';
import type { EntityName } from '../../input/entities/entity.ts';
import { keyFile, retryKeyFile } from '../../keys/key-file.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { loadPipeline } from '../../pipeline/pipeline.ts';
import { connect, routesOf } from '../../session/connect.ts';
import { consent, runnable } from '../../session/consent.ts';
import { deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun, rejectPaths } from '../../session/finish-run.ts';
import { RequestTally } from '../../session/request-tally.ts';
import {
  clearState,
  isDone,
  makeStateFolder,
  openCheckpoint,
  type StatePaths,
  sameTarget,
  statePaths,
} from '../../session/state-folder.ts';
import { fileStore } from '../../session/stores/file.ts';
import type { CommandContext } from '../../terminal/context.ts';

export type RejectsRetryOptions = {
  readonly pipeline: string;
  readonly fresh: boolean;
  readonly yes: boolean;
  readonly maxDurationMs: number | undefined;
};

/**
 * Writes the rows of the rejects files of a finished run, corrected or not. A run of its own: with a checkpoint below
 * the run's, gone on with by the same command, and made part of the run when it is done.
 */
export async function retry(options: RejectsRetryOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  runnable(pipeline);
  const paths = statePaths(pipeline.stateFolder);
  const own = statePaths(paths.retry);
  const store = fileStore(own.checkpoint);
  await loadFinished(paths, options.pipeline);
  if (options.fresh || !(await store.load())) await consent(pipeline, options.yes, context);

  await makeStateFolder(own);
  await using _lock = await takeLock(paths.lock, context.commandLine);
  const run = await loadFinished(paths, options.pipeline);
  const left = await store.load();
  if (left && isDone(left)) await foldRetry(run, { paths: own, store, checkpoint: left });
  const before = options.fresh ? undefined : await store.load();
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  const { plan, inputs } = await retryPlan(pipeline, run.checkpoint, paths.rejects, {
    routes: routesOf(pipeline),
    nowMs,
  });
  await using connection = await connect(pipeline, paths.sandbox, context.env);
  const { identity } = connection;
  sameTarget(run.checkpoint, identity);
  if (options.fresh) await clearState(own);
  await makeStateFolder(own);
  const { signal } = context;
  const checkpoint = await openCheckpoint({ pipeline, plan: inputs, store, target: identity, signal, nowMs });
  using ledger = new Ledger(paths.ledger, identity);
  const requests = new RequestTally();
  const keyFileOf = (entity: EntityName) =>
    retryKeyFile(`${own.keys}/${entity}.bin`, {
      file: keyFile(`${paths.keys}/${entity}.bin`),
      bytes: run.checkpoint.steps[entity]?.keyBytes ?? 0,
    });
  const session = {
    ...{ pipeline, plan, paths: own, checkpoint, store, ledger, connection, requests, keyFileOf },
    // Rows of a sync may be held already: they are changed then, and the next night compares with what they became.
    sync: pipeline.sync && { hasRows: () => true, uncertainSince: ledger.uncertainSince(nowMs, true) },
    // The rows were rejected before; the limit is for rows that nobody has looked at.
    maxRejects: undefined,
    maxDurationMs: options.maxDurationMs,
  };
  const error = await deliverPlan(session, context);
  const rejects = rejectPaths(paths.rejects, error ? run.checkpoint : checkpoint);
  if (!error) await foldRetry(run, { paths: own, store, checkpoint });
  // Awaited here: what is disposed on return must outlive the report.
  return await finishRun(
    {
      ...session,
      command: 'rejects retry',
      rejects,
      sandboxData: paths.sandbox,
      startedAt,
      error,
      file: options.pipeline,
    },
    context,
  );
}

/** Rejects can be told from rows that are still to come only when the run is over. */
async function loadFinished(paths: StatePaths, file: string) {
  const store = fileStore(paths.checkpoint);
  const checkpoint: Checkpoint | undefined = await store.load();
  if (checkpoint && isDone(checkpoint)) return { paths, store, checkpoint };
  throw new RunError(
    'RUN.UNFINISHED',
    checkpoint
      ? 'the run is not finished, more rows may be rejected'
      : 'there is no run whose rejects could be retried',
    { hint: `chatferry run ${file}` },
  );
}
