import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { retryKeyFile } from '../../keys/key-file.ts';
import { retryPlan } from '../../pipeline/finished/finished-plans.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { routesOf } from '../../session/connect.ts';
import { consent, consentToNotify, requireTarget } from '../../session/consent/consent.ts';
import { type Delivery, deliverPlan } from '../../session/deliver-plan.ts';
import { type FinishedRun, finishRun } from '../../session/finish-run.ts';
import { inTracedSession } from '../../session/open-session.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { checkKept, type KeyFileOf, keyFilesIn } from '../../state/claims.ts';
import { currentPath, sameTarget } from '../../state/open-checkpoint.ts';
import { openKept } from '../../state/open-kept.ts';
import { continueArchive, isDone, State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { CommandContext, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { foldRetry, type KeptState } from './fold-retry.ts';

/** Options of `chatferry rejects retry`. */
export type RejectsRetryOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  readonly fresh: boolean;
  readonly yes: boolean;
  /** True if live calls may notify people. */
  readonly allowNotifications: boolean;
  readonly maxDurationMs: number | undefined;
  /** The listener to the retry besides the person at the terminal. */
  readonly listeners?: readonly RunListener[];
};

/**
 * Writes the rows of a finished run's rejects files, corrected or not. A retry has its own checkpoint in the state folder
 * of the run, the same command resumes it, and when it is finished it is merged into the run. Returns the exit code.
 */
export async function retryRejects(options: RejectsRetryOptions, outside: CommandContext): Promise<number> {
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const { files, clock } = context.system;
  const startedAt = new Date(clock.now());
  requireTarget(pipeline);
  const before = new State(pipeline.stateFolder, files);
  const unlocked = before.retry;
  await loadFinished(before, options.pipeline);
  if (options.fresh || !(await unlocked.store.load())) await consent(pipeline, options.yes, context);
  await consentToNotify(pipeline, options.allowNotifications, context);

  const opened = { pipeline, state: unlocked, command: 'rejects retry', file: options.pipeline } as const;
  return await inTracedSession(opened, context, (session, trace) =>
    retryOpened({ session, options, startedAt, trace }, context),
  );
}

type OpenedRetry = Pick<FinishedRun, 'session' | 'startedAt' | 'trace'> & {
  readonly options: RejectsRetryOptions;
};

async function retryOpened(
  { session, options, startedAt, trace }: OpenedRetry,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { pipeline, state, system } = session;
  const { files } = system;
  const runState = new State(pipeline.stateFolder, files);
  const run = await loadFinished(runState, options.pipeline);
  await checkKept(runState, run.checkpoint);
  await foldIfFinished(run, state, system);
  const begun = options.fresh ? undefined : await state.store.load();
  const nowMs = begun ? Date.parse(begun.startedAt) : startedAt.getTime();
  await using workplace = temporaryWorkplace(context);
  const found = run.checkpoint.inputs.map((input) => ({
    ...input,
    path: currentPath(pipeline.folder, input.path),
  }));
  const before = { ...run.checkpoint, inputs: found };
  const { plan, inputs } = await retryPlan(pipeline, before, runState.paths.rejects, {
    routes: routesOf(pipeline),
    nowMs,
    files,
    workplace,
  });
  const connection = await session.connect();
  sameTarget(run.checkpoint, connection.identity);
  if (options.fresh) await state.clear();
  await state.make();
  const checkpoint = await session.openCheckpoint(connection, inputs, nowMs);
  continueArchive(checkpoint, run.checkpoint);
  const ledger = await session.openLedger(connection);
  await ledger.indexed();

  if (pipeline.sync) ledger.times.beginSending(nowMs, true);
  const delivery: Delivery = {
    session,
    connection,
    plan,
    checkpoint,
    ledger,
    keyFileOf: retryKeyFilesIn(state, run, files),
    // Rows of a sync may already be in the service: then they are updated, and the next sync compares with the update.
    sync: pipeline.sync && { hasRows: () => true },
    changesOf: () => ({ take: trace.changes.add, fields: undefined }),
    // These rows were rejected before; the limit is for a first run.
    maxRejects: '100%',
    maxDurationMs: options.maxDurationMs,
    listeners: [trace.measures, ...(options.listeners ?? [])],
  };
  const error = await deliverPlan(delivery, context);
  const rejects = runState.rejectPaths(error ? run.checkpoint : checkpoint);
  if (!error) await foldRetry(run, { state, checkpoint }, system);
  const finished = { ...delivery, file: options.pipeline, startedAt, error, rejects, trace };
  return await finishRun({ ...finished, command: 'rejects retry' }, context);
}

/**
 * The state of a finished run: before that, the run may still reject more rows.
 * @throws RunError `RUN.UNFINISHED`
 */
async function loadFinished(state: State, file: string): Promise<KeptState> {
  const checkpoint: Checkpoint | undefined = await state.store.load();
  if (checkpoint && isDone(checkpoint)) return { state, checkpoint };
  throw new RunError(
    'RUN.UNFINISHED',
    checkpoint ? 'the run is not finished; it may reject more rows' : 'there is no run with rejects to retry',
    { hint: `chatferry run ${file}` },
  );
}

/** Merges a retry that was killed after its last row. */
async function foldIfFinished(run: KeptState, retry: State, system: System): Promise<void> {
  const checkpoint = await retry.store.load();
  if (!checkpoint) return;
  await checkKept(retry, checkpoint);
  if (isDone(checkpoint)) await foldRetry(run, { state: retry, checkpoint }, system);
}

/** Key files that also have the keys of the run. */
function retryKeyFilesIn(retry: State, run: KeptState, files: Files): KeyFileOf {
  const [ownOf, fileOf] = [keyFilesIn(retry, files), keyFilesIn(run.state, files)];
  return (entity, sums) => {
    const bytes = run.checkpoint.steps[entity]?.keyBytes ?? 0;
    return retryKeyFile(ownOf(entity, sums), { file: fileOf(entity), bytes });
  };
}
