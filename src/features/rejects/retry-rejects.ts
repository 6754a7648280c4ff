import { join } from 'node:path';
import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { withoutActors } from '../../delivery/plan.ts';
import { sumByName } from '../../delivery/tally/tally.ts';
import { RunError, usageError } from '../../errors/run-error.ts';
import { syncFolder } from '../../files/sync-folder.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { statuses } from '../../input/rows/outcome.ts';
import { joinKeyFile, retryKeyFile } from '../../keys/key-file.ts';
import { retryPlan } from '../../pipeline/finished/finished-plans.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { planOptions } from '../../session/connect.ts';
import { consent, consentToNotify, requireTarget } from '../../session/consent/consent.ts';
import { type Delivery, deliverPlan } from '../../session/deliver-plan.ts';
import { type FinishedRun, finishRun } from '../../session/finish-run.ts';
import { inTracedSession } from '../../session/open-session.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { checkKept, type KeyFileOf, keyFilesIn } from '../../state/claims.ts';
import { currentPath, sameTarget } from '../../state/open-checkpoint.ts';
import { openKept } from '../../state/open-kept.ts';
import { continueArchive, isDone, State, type StatePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { CommandContext, Runtime, Stderr, Stdout } from '../../terminal/context.ts';

/** Options of `chatferry rejects retry`. */
export type RejectsRetryOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  readonly fresh: boolean;
  readonly yes: boolean;
  /** True if live calls may notify people. */
  readonly allowNotifications: boolean;
  readonly maxDurationMs: number | undefined;
  /** True if files whose host does not answer count as failed. */
  readonly finishFiles?: boolean | undefined;
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
  if (options.finishFiles && !pipeline.files)
    throw usageError('--finish-files: the pipeline copies no files, because it has no  files:', {
      hint: `chatferry rejects retry ${options.pipeline}`,
    });
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
  const opening = planOptions(pipeline, workplace, nowMs);
  const { plan, inputs } = await retryPlan(pipeline, before, runState.paths.rejects, opening);
  const connection = await session.connect();
  sameTarget(run.checkpoint, connection.identity);
  if (options.fresh) await state.clear();
  await state.make();
  const checkpoint = await session.openCheckpoint(connection, inputs, nowMs);
  continueArchive(checkpoint, run.checkpoint);
  const ledger = await session.openLedger(connection);
  await ledger.indexed();
  // Rows that were rejected for a file name it alone.
  const hasSent = !pipeline.sync && pipeline.files?.onFailure !== 'reject';
  const copied = await session.copyFiles(plan, { ...options, hasSent, sent: ledger });

  if (pipeline.sync) ledger.times.beginSending(nowMs, true);
  const delivery: Delivery = {
    session,
    connection,
    // Somebody may have activated a user in the app since: the service is asked again.
    plan: { ...plan, steps: plan.steps.map(withoutActors) },
    checkpoint,
    ledger,
    copied,
    keyFileOf: retryKeyFilesIn(state, run, files),
    // Rows of a sync may already be in the service: then they are updated, and the next sync compares with the update.
    sync: pipeline.sync && { hasRows: () => true },
    changesOf: () => ({ take: trace.changes.add, fields: undefined }),
    // These rows were rejected before; the limit is for a first run.
    mayRejectAll: true,
    maxDurationMs: options.maxDurationMs,
    listeners: [trace.measures, ...(options.listeners ?? [])],
  };
  const error = await deliverPlan(delivery, context);
  const rejects = runState.rejectPaths(error ? run.checkpoint : checkpoint);
  if (!error) await foldRetry(run, { state, checkpoint }, system);
  return await finishRun({ ...delivery, startedAt, error, rejects, trace }, context);
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

/** A state on disk and the checkpoint that was loaded from it. */
export type KeptState = { readonly state: State; readonly checkpoint: Checkpoint };

/** Reason in `skipped` for rows that the user deleted from a rejects file. */
const REMOVED = 'removed';

/**
 * Merges a finished retry into its run: the keys, the counts, and the rejects files, which replace those that the retry
 * read; the old files are kept in another folder. The saved checkpoint of the run decides: after a kill before the save,
 * the same is done again; after the save, only the state of the retry is left to clear.
 */
export async function foldRetry(run: KeptState, retry: KeptState, { files, clock }: System): Promise<void> {
  const { checkpoint } = run;
  if (checkpoint.retried !== retry.checkpoint.lineage) {
    for (const name of entityNames) {
      const before = checkpoint.steps[name];
      const again = retry.checkpoint.steps[name];
      if (!before || !again) continue;
      const from = { state: retry.state.kept, bytes: again.keyBytes };
      const keyBytes = await joinKeyFile(run.state.kept, run.state.keysOf(name), before.keyBytes, from);
      await replaceRejects(files, before, again, run.state.paths, retry.state.paths);
      checkpoint.steps[name] = { ...folded(before, again), keyBytes };
    }
    checkpoint.retried = retry.checkpoint.lineage;
    if (retry.checkpoint.ledger) checkpoint.ledger = retry.checkpoint.ledger;
    // Computes the checksums of the files as they are now.
    delete checkpoint.sums;
    await checkKept(run.state, checkpoint);
    checkpoint.serial++;
    checkpoint.savedAt = new Date(clock.now()).toISOString();
    await run.state.store.save(checkpoint);
  }
  await retry.state.clear();
}

/** After a kill, a missing new file has already been moved. */
async function replaceRejects(
  files: Files,
  before: StepState,
  again: StepState,
  run: StatePaths,
  retry: StatePaths,
): Promise<void> {
  const kept = run.rejectsBefore;
  const names = new Set([...Object.keys(before.rejects), ...Object.keys(again.rejects)]);
  if (names.size === 0) return;
  await files.mkdir(kept, { recursive: true, mode: 0o700 });
  const arriving: string[] = [];
  for (const name of names) {
    const hasNext = Object.hasOwn(again.rejects, name);
    if (hasNext && !(await exists(files, join(retry.rejects, name)))) continue;
    if (hasNext) arriving.push(name);
    const target = join(run.rejects, name);
    if (await exists(files, target)) await files.rename(target, join(kept, name));
  }
  // Before any new file arrives: a power cut that undid only these moves would put the old files in the place of the new ones.
  for (const folder of [kept, run.rejects]) await syncFolder(files, folder);
  for (const name of arriving) await files.rename(join(retry.rejects, name), join(run.rejects, name));
  for (const folder of [run.rejects, retry.rejects]) await syncFolder(files, folder);
}

const exists = (files: Files, path: string): Promise<boolean> =>
  files.stat(path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return false;
      throw error;
    },
  );

/** The final counts: rows that the run rejected count by their result in the retry. */
function folded(before: StepState, again: StepState): StepState {
  const rejected = before.counts.rejected + before.counts.blocked;
  const removed = Math.max(0, rejected - again.counts.read);
  const counts = { ...again.counts };
  for (const status of statuses)
    if (status !== 'rejected' && status !== 'blocked') counts[status] += before.counts[status];
  counts.skipped += removed;
  counts.read += before.counts.read - rejected + removed;
  return {
    ...before,
    counts,
    problems: again.problems,
    rejects: again.rejects,
    notCarried: sumByName(before.notCarried, again.notCarried),
    skipped: sumByName(before.skipped, again.skipped, removed > 0 ? { [REMOVED]: removed } : {}),
    ...tooOldIn(before, again),
    ...(again.archived === undefined ? {} : { archived: again.archived }),
  };
}

/** Messages that were rejected as too old count as the retry found them. */
function tooOldIn(before: StepState, again: StepState): Pick<StepState, 'tooOld'> {
  if (!before.tooOld && !again.tooOld) return {};
  const { count, oldest } = before.tooOld ?? { count: 0, oldest: Number.POSITIVE_INFINITY };
  const retried = before.problems['MESSAGE.TOO_OLD']?.count ?? 0;
  const now = again.tooOld ?? { count: 0, oldest };
  return { tooOld: { count: count - retried + now.count, oldest: Math.min(oldest, now.oldest) } };
}
