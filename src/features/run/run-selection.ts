import { RunError, usageError } from '../../errors/run-error.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { type Selection, selectionFlags } from '../../pipeline/reference.ts';
import { openSelected } from '../../pipeline/selection/open-selected.ts';
import { planOptions } from '../../session/connect.ts';
import { type Delivery, deliverPlan } from '../../session/deliver-plan.ts';
import { finishRun } from '../../session/finish-run.ts';
import { inTracedSession } from '../../session/open-session.ts';
import { stateWorkplace } from '../../session/workplace/workplace.ts';
import { continueArchive, isDone, State } from '../../state/state.ts';
import type { CommandContext, Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import type { OpenedRun, SyncOptions } from '../sync/run-sync.ts';
import { agreed } from './agreed.ts';

/** Options of a run of some of the rows. */
type SelectionOptions = SyncOptions & { readonly fresh: boolean; readonly selection: Selection };

/**
 * Writes some of the rows of a pipeline. It has a checkpoint, keys and rejects of its own, and begins anew each time: what
 * of its rows has arrived is in the ledger, which it shares with the pipeline, so no run sends a row again. In a sync, it
 * removes nothing and publishes no fingerprints. Returns the exit code.
 * @throws RunError `USAGE.INVALID`, `RUN.UNFINISHED`, and those of a run
 */
export async function runSelection(
  pipeline: Pipeline,
  options: SelectionOptions,
  startedAt: Date,
  context: CommandContext,
): Promise<number> {
  const { selection, pipeline: file } = options;
  const flags = selectionFlags(selection);
  refuseCombination(options, flags);
  const { files } = context.system;
  const whole = new State(pipeline.stateFolder, files);
  const before = await finishedOf(whole, pipeline, file);
  await using workplace = stateWorkplace(pipeline, context, true, options);
  const opening = planOptions(pipeline, workplace, startedAt.getTime(), options.strict);
  if (!context.quiet) context.err(`  choosing the rows of ${flags} …\n`);
  const plan = await openSelected(pipeline, selection, opening, context.signal);
  await agreed({ pipeline, rows: plan, lock: workplace.lock, isWhole: false }, options, context);

  const pilot = whole.pilot;
  const opened = { pipeline, state: pilot, lock: workplace.lock, command: 'run', file } as const;
  // Awaited here: what is disposed of on return must outlive the work.
  return await inTracedSession(opened, context, (session, trace) =>
    deliverSelection({ session, plan, before, options, startedAt, trace }, context),
  );
}

async function deliverSelection(
  { session, plan, before, options, startedAt, trace }: OpenedRun<SelectionOptions>,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { pipeline: file, selection } = options;
  const { pipeline, state: pilot } = session;
  const flags = selectionFlags(selection);
  const nowMs = startedAt.getTime();
  const connection = await session.connect();
  const ledger = await session.openLedger(connection);
  const checkpoint = await session.openCheckpoint(connection, plan, nowMs, true);
  continueArchive(checkpoint, before);
  await pilot.clear();
  await pilot.make();
  if (!ledger.isEmpty) checkpoint.known = true;

  const hasSent = !pipeline.sync && before !== undefined;
  const copied = await session.copyFiles(plan, { ...options, hasSent, sent: ledger });
  if (pipeline.sync) ledger.times.beginSending(nowMs, true);
  const delivery: Delivery = {
    session,
    connection,
    plan,
    checkpoint,
    ledger,
    copied,
    sync: pipeline.sync && { hasRows: () => true },
    maxDurationMs: options.maxDurationMs,
    listeners: [...(options.listeners ?? []), trace.measures],
  };
  const error = await deliverPlan(delivery, context);
  const nextStep = {
    rejected: `correct the rows in the sources, then:  chatferry run ${file} ${flags}`,
    landed: `check the imported rows, then import all:  chatferry run ${file}`,
  };
  return await finishRun({ ...delivery, startedAt, error, trace, strict: options.strict, nextStep }, context);
}

/** @throws RunError `USAGE.INVALID` for options that mean nothing together */
function refuseCombination({ fresh, plan, confirm, pipeline }: SelectionOptions, flags: string): void {
  const [without, why] = fresh
    ? ['--fresh', 'a run of some rows always starts over']
    : plan !== undefined
      ? ['--plan', 'a saved plan covers all rows']
      : confirm !== undefined
        ? ['--confirm', 'a run of some rows removes nothing, so no guard stops it']
        : [];
  if (without === undefined) return;
  throw usageError(`${without} cannot be used with ${flags}: ${why}`, {
    hint: `chatferry run ${pipeline} ${flags}`,
  });
}

/**
 * The checkpoint of the whole run, if there is one. Until a migration is finished, the rows that it has sent ahead of its
 * position are its own.
 * @throws RunError `RUN.UNFINISHED`
 */
async function finishedOf({ store }: State, { sync }: Pipeline, file: string) {
  const checkpoint = await store.load();
  if (sync || !checkpoint || isDone(checkpoint)) return checkpoint;
  throw new RunError('RUN.UNFINISHED', 'the run of all rows is not finished', {
    hint: `chatferry run ${file}`,
  });
}
