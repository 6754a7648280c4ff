import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { RunError, usageError } from '../../errors/run-error.ts';
import { toRunError } from '../../files/to-run-error.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { openPlan, type Workplace } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { Selection } from '../../pipeline/reference.ts';
import { eventWriter } from '../../report/events/event-writer.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { reportedError } from '../../report/result/report.ts';
import { type Connection, planOptions } from '../../session/connect.ts';
import { consentToNotify, requireTarget } from '../../session/consent/consent.ts';
import { deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun } from '../../session/finish-run.ts';
import { inTracedSession, type Session } from '../../session/open-session.ts';
import { dropOtherSpools, stateWorkplace } from '../../session/workplace/workplace.ts';
import {
  changedInput,
  currentPath,
  hasBegun,
  openedPart,
  sameFile,
  samePipeline,
  sameTarget,
} from '../../state/open-checkpoint.ts';
import { openKept } from '../../state/open-kept.ts';
import { isDone, State, statePaths } from '../../state/state.ts';
import type { CommandContext, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { printable } from '../../terminal/printable.ts';
import type { Agree, OpenedRun, SyncOptions } from '../sync/run-sync.ts';
import { agreed } from './agreed.ts';
import { monitorRun } from './monitoring/monitor-run.ts';

/** Options of `chatferry run`; a migration has no guard to confirm. */
export type RunOptions = SyncOptions & {
  /** Starts over; for a migration only. */
  readonly fresh: boolean;
  /** The file that gets metrics for Prometheus. */
  readonly metrics?: string | undefined;
  /** Prints the events of the run on standard output, NDJSON; the result goes to standard error. */
  readonly events: boolean;
  /** The port of the page that shows the run, 0 for a free one; undefined for no page. */
  readonly dashboard?: number | undefined;
  /** True if live calls may notify people. */
  readonly allowNotifications: boolean;
  /** The rows to write; undefined: all. */
  readonly selection?: Selection | undefined;
  /** True if files are copied and no row is written. */
  readonly filesOnly?: boolean | undefined;
};

/** Writes a pipeline's rows into its target, as a migration or as a sync run. Returns the exit code. */
export async function runPipeline(options: RunOptions, context: CommandContext): Promise<number> {
  if (options.events && context.json)
    throw usageError('--events and --json both use standard output', {
      hint: 'the last event of --events contains the result',
    });
  if (options.dashboard === undefined) return await runWithEvents(options, context);
  const { openDashboard } = await import('./open-dashboard.ts');
  await using dashboard = await openDashboard(options.pipeline, options.dashboard, context);
  return await runHeard(dashboard, options, context, runWithEvents);
}

async function runWithEvents(options: RunOptions, context: CommandContext): Promise<number> {
  if (!options.events) return await runEither(options, context);
  const writer = eventWriter(context.out, context.system.clock);
  const { err: out, errStyle: style } = context;
  return await runHeard(writer, options, { ...context, out, style, json: false }, runEither);
}

/** A run with one more listener, which also hears how it ends where it fails early. */
async function runHeard(
  listener: RunListener,
  options: RunOptions,
  context: CommandContext,
  run: typeof runEither,
): Promise<number> {
  try {
    return await run({ ...options, listeners: [...(options.listeners ?? []), listener] }, context);
  } catch (thrown) {
    const error = toRunError(thrown, context);
    const { exitCode } = error;
    listener.observe({ type: 'run.finished', exitCode, error: reportedError(error, options.pipeline) });
    throw thrown;
  }
}

async function runEither(options: RunOptions, outside: CommandContext): Promise<number> {
  const startedAt = new Date(outside.system.clock.now());
  await using kept = await openKept(options.pipeline, outside);
  const { pipeline, context } = kept;
  const { metrics } = options;
  return await monitorRun({ pipeline, startedAt, metrics }, context, (listener) => {
    const listeners = [...(options.listeners ?? []), listener];
    return start(pipeline, { ...options, listeners }, startedAt, context);
  });
}

async function start(
  pipeline: Pipeline,
  options: RunOptions,
  startedAt: Date,
  context: CommandContext,
): Promise<number> {
  refuseFileOptions(pipeline, options);
  if (options.filesOnly) {
    const { runFiles } = await import('./run-files.ts');
    return await runFiles(pipeline, options, startedAt, context);
  }
  requireTarget(pipeline);
  await consentToNotify(pipeline, options.allowNotifications, context);
  const { selection } = options;
  if (selection) {
    const { runSelection } = await import('./run-selection.ts');
    return await runSelection(pipeline, { ...options, selection }, startedAt, context);
  }
  if (!pipeline.sync)
    return (
      (await continued(pipeline, options, context)) ?? (await migrate(pipeline, options, startedAt, context))
    );
  const agree: Agree = (rows, lock) => agreed({ pipeline, rows, lock, isWhole: true }, options, context);
  if (options.fresh)
    throw usageError('--fresh cannot be used with a sync: each run compares every row', {
      hint: `chatferry run ${options.pipeline}; for another target, give the pipeline another name`,
    });
  const { runSync } = await import('../sync/run-sync.ts');
  return await runSync(pipeline, options, agree, context);
}

/** @throws RunError `USAGE.INVALID` for options about files where the pipeline copies none, or that mean nothing together */
function refuseFileOptions({ files }: Pipeline, options: RunOptions): void {
  const { filesOnly, retryFiles, finishFiles, pipeline } = options;
  const asked = filesOnly
    ? '--only files'
    : retryFiles
      ? '--retry-files'
      : finishFiles
        ? '--finish-files'
        : '';
  if (asked === '') return;
  if (!files)
    throw usageError(`${asked}: the pipeline copies no files, because it has no  files:`, {
      hint: `add  files: { to: …, publicUrl: … }  to ${pipeline}`,
    });
  const other = options.fresh
    ? '--fresh'
    : options.plan !== undefined
      ? '--plan'
      : options.confirm !== undefined
        ? '--confirm'
        : undefined;
  if (filesOnly && other !== undefined)
    throw usageError(`${other} cannot be used with --only files: no row is written`, {
      hint: `chatferry run ${pipeline} --only files`,
    });
}

/** The exit code of a run whose messages several processes have begun to write; undefined if it is none. */
async function continued(
  pipeline: Pipeline,
  options: RunOptions,
  context: CommandContext,
): Promise<number | undefined> {
  if (!context.system.files.existsSync(statePaths(pipeline.stateFolder).shards)) return undefined;
  const { pipeline: file } = options;
  return (await import('../fleet/shards/continue-divided.ts')).continueDivided(
    pipeline,
    { ...options, file },
    context,
  );
}

/** The checkpoint of a run; output of commands that is not what a stopped run began with is removed, and may come again. */
async function openRun(
  session: Session,
  connection: Connection,
  plan: Plan,
  nowMs: number,
  before: Checkpoint | undefined,
): Promise<Checkpoint> {
  try {
    return await session.openCheckpoint(connection, plan, nowMs);
  } catch (error) {
    if (before && error instanceof RunError && error.code === 'STATE.INPUT_CHANGED')
      await dropOtherSpools(before, plan, session.pipeline, session.system.files);
    throw error;
  }
}

/** Runs a migration; resumes where the last run stopped. */
async function migrate(
  pipeline: Pipeline,
  options: RunOptions,
  startedAt: Date,
  context: CommandContext,
): Promise<number> {
  const { files } = context.system;
  const state = new State(pipeline.stateFolder, files);
  const before = options.fresh ? undefined : await state.store.load();
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  await using workplace = stateWorkplace(pipeline, context, before === undefined, options);
  const opening = planOptions(pipeline, workplace, nowMs, options.strict);
  // What it prepared is gone, and the output of its commands need not come again, unless its rows are asked for.
  const isWhole = options.plan !== undefined || options.retryFiles === true;
  const finished =
    before && isDone(before) && !isWhole
      ? await import('../../pipeline/finished/finished-plans.ts')
      : undefined;
  const done = finished?.isPrepared(pipeline) ? before : undefined;
  if (done) await checkFinished(pipeline, done, workplace);
  const plan =
    finished && done ? finished.finishedPlan(pipeline, done, opening) : await openPlan(pipeline, opening);
  if (!before && plan.caution !== undefined && !context.quiet)
    context.err(`${context.errStyle.yellow('!')} ${printable(plan.caution)}\n`);
  if (!before) await agreed({ pipeline, rows: plan, lock: workplace.lock, isWhole: true }, options, context);

  const opened = { pipeline, state, lock: workplace.lock, command: 'run', file: options.pipeline } as const;
  // Awaited here: what is disposed of on return must outlive the work.
  return await inTracedSession(opened, context, (session, trace) =>
    deliver({ session, plan, done, before, options, startedAt, trace }, context),
  );
}

/** A migration whose plan is open. */
type Migration = OpenedRun<RunOptions> & {
  /** Set if it is finished and what it prepared is gone. */
  readonly done: Checkpoint | undefined;
};

async function deliver(migration: Migration, context: Runtime & Stdout & Stderr): Promise<number> {
  const { session, plan, done, before, options, startedAt, trace } = migration;
  const { pipeline, state } = session;
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  const connection = await session.connect();
  if (options.fresh) await state.startOver();
  const checkpoint = done
    ? sameTarget(done, connection.identity)
    : await openRun(session, connection, plan, nowMs, before);
  if (!done) {
    await session.writeLists(plan, context.signal);
    // With what was found while they were written.
    Object.assign(checkpoint, openedPart(plan));
  }
  if (before && !isDone(before)) sayContinued(before, connection, context);
  const ledger = options.fresh
    ? await session.openFreshLedger(connection)
    : await session.openLedger(connection);
  if (!before && !options.fresh && !ledger.isEmpty) checkpoint.known = true;
  if (options.plan !== undefined)
    await state.readValidPlan(options.plan, { pipeline, plan, ledger }, context.signal);

  // Rows of a finished run are not sent again.
  const isOver = checkpoint.serial > 0 && isDone(checkpoint) && !options.retryFiles;
  const copied = isOver
    ? undefined
    : await session.copyFiles(plan, {
        ...options,
        hasSent: before !== undefined && hasBegun(before),
        sent: ledger,
      });
  const delivery = {
    session,
    connection,
    plan,
    checkpoint,
    ledger,
    copied,
    maxDurationMs: options.maxDurationMs,
    listeners: [...(options.listeners ?? []), trace.measures],
  };
  const command = `chatferry run ${options.pipeline}`;
  const error =
    (await deliverPlan(delivery, context)) ??
    (done
      ? undefined
      : await changedInput(checkpoint, plan, {
          files: session.system.files,
          signal: context.signal,
          command,
        }));
  return await finishRun({ ...delivery, startedAt, error, strict: options.strict, trace }, context);
}

/** A person who types the command again sees which run it continues, and where it writes. */
function sayContinued(
  { startedAt }: Checkpoint,
  { shown: { appId, region, baseUrl } }: Connection,
  { err, quiet }: Stderr,
): void {
  const app = appId ? `app ${appId}, region ${region}` : baseUrl;
  if (!quiet) err(`continues the run of ${startedAt}, target ${printable(String(app))}\n`);
}

/**
 * Checks that the files and the pipeline of a finished run are still the same; the output of its commands is not asked for
 * again.
 * @throws RunError `STATE.INPUT_CHANGED`, `STATE.PIPELINE_CHANGED`
 */
async function checkFinished(pipeline: Pipeline, before: Checkpoint, workplace: Workplace): Promise<void> {
  const { system, signal } = workplace;
  const { files } = system;
  samePipeline(before, pipeline);
  const { folder } = pipeline;
  const changed = (message: string): RunError => new RunError('STATE.INPUT_CHANGED', message);
  const { inputsNow } = await import('../../pipeline/finished/finished-plans.ts');
  const inputs = await inputsNow(pipeline, workplace);
  for (const input of before.inputs) {
    if (input.spooled) continue;
    const known = currentPath(folder, input.path);
    const path = inputs.pathOf(known);
    if (!files.existsSync(path))
      throw changed(`${path} (${input.entity}) was an input when this run began, but is not there any more`);
    await sameFile({ ...input, path: known }, path, signal, files, changed);
  }
  for (const entity of entityNames) {
    const known = new Set(
      before.inputs.filter((each) => each.entity === entity).map(({ path }) => currentPath(folder, path)),
    );
    for await (const added of inputs.filesOf(entity))
      if (!known.has(added.known))
        throw changed(`${added.path} (${entity}) is an input now, but was not when this run began`);
  }
}
