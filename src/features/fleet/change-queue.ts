import type { Job } from 'bullmq';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import { defined } from '../../input/json/defined.ts';
import { errorJson, type Runtime, type Stderr, type Stdout } from '../../terminal/context.ts';
import { printable, printableJson } from '../../terminal/printable.ts';
import { enqueue, type Submitted } from './queue/enqueue.ts';
import { type FleetJob, jobIdOf, shownName } from './queue/fleet-job.ts';
import { type PipelineQueue, withQueue } from './queue/open-queue.ts';
import { queueUrlOf } from './queue/queue-url.ts';
import { requireClock } from './queue/require-clock.ts';
import { type Asked, submissionOf } from './queue/submission.ts';
import { nextTime, type Times } from './schedule/cron.ts';
import { findPipeline } from './status/find-pipeline.ts';
import { readStatus } from './status/read-status.ts';

/** Options of `chatferry fleet submit`. */
export type SubmitOptions = Asked & {
  readonly queue: string | undefined;
  /** The pipelines as typed. */
  readonly pipelines: readonly string[];
};

type Line = { readonly pipeline: string; readonly name: string } & Submitted;

/**
 * Puts pipelines into the queue. All files are checked before the first one is submitted. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export async function submit(options: SubmitOptions, context: Runtime & Stdout & Stderr): Promise<number> {
  const { queue, pipelines, ...asked } = options;
  const url = queueUrlOf(queue, context.env);
  const jobs = pipelines.map((pipeline) => ({ pipeline, data: submissionOf(pipeline, asked, context) }));
  return await withQueue(url, context.system, async (open) => {
    const lines: Line[] = [];
    for (const { pipeline, data } of jobs) {
      context.signal.throwIfAborted();
      const line = { pipeline, name: shownName(data), ...(await enqueue(open.pipelines, data)) };
      lines.push(line);
      if (!context.json && !context.quiet) context.out(textOf(line, data));
    }
    return ended(lines, open.url.shown, context);
  });
}

function textOf({ name, outcome, worker }: Line, { command }: FleetJob): string {
  const what = {
    submitted: `submitted (${command})`,
    waiting: 'is already waiting',
    running: `is running already${worker ? ` on ${printable(worker)}` : ''}`,
  };
  return `${printable(name)}: ${what[outcome]}\n`;
}

function ended(lines: readonly Line[], queue: string, context: Stdout & Stderr): number {
  const there = lines.filter(({ outcome }) => outcome !== 'submitted');
  const [first] = there;
  const message =
    there.length === 1
      ? `${first?.name} is in the queue already`
      : `${there.length} of ${lines.length} pipelines are in the queue already`;
  const error = first ? new RunError('FLEET.ALREADY_SUBMITTED', message) : undefined;
  if (context.json) {
    const exitCode = error?.exitCode ?? exitCodes.ok;
    const failed = error && errorJson(error);
    context.out(queueJson('submit', queue, defined({ exitCode, pipelines: lines, error: failed })));
    return exitCode;
  }
  if (error) throw error.withHint(error.hint.replaceAll('<pipeline>', first?.pipeline ?? ''));
  if (!context.quiet) context.err('to see their progress:  chatferry fleet status --watch\n');
  return exitCodes.ok;
}

/** The document of a command that has changed a queue. */
const queueJson = (command: string, queue: string, more: object): string =>
  printableJson({ version: 1, command: `fleet ${command}`, exitCode: exitCodes.ok, queue, ...more });

/** Options of `chatferry fleet schedule`. */
export type ScheduleOptions = Asked &
  Times & { readonly queue: string | undefined; readonly pipeline: string };

/** Nights that are kept, so that those that were missed can be said. */
const KEPT = { age: 7 * 24 * 3_600, count: 5_000 };

/**
 * Runs a pipeline at given times from now on; its schedule takes the place of an earlier one. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export async function schedule(
  options: ScheduleOptions,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { queue, pipeline, at, zone, ...asked } = options;
  const { system, json, quiet, out } = context;
  return await withQueue(queueUrlOf(queue, context.env), system, async (open) => {
    requireClock(open);
    const next = new Date(nextTime({ at, zone }, system.clock.now())).toISOString();
    const data = submissionOf(pipeline, asked, context);
    const id = jobIdOf(data);
    await open.schedules.upsertJobScheduler(
      id,
      { pattern: at, tz: zone },
      {
        name: 'night',
        data: { ...data, schedule: { at, zone } },
        opts: { removeOnComplete: KEPT, removeOnFail: KEPT },
      },
    );
    const name = shownName(data);
    if (json) out(queueJson('schedule', open.url.shown, { id, name, at, zone, next }));
    else if (!quiet) {
      out(`${printable(name)}: at ${at} (${zone}), the next time at ${next}\n`);
      context.err(
        `the schedule has the text of ${pipeline} as it is now; after a change, schedule it again\n`,
      );
    }
    return exitCodes.ok;
  });
}

/**
 * Ends the schedule of a pipeline; what runs goes on. Returns the exit code.
 * @throws RunError `FLEET.*`
 */
export async function unschedule(
  { queue, pipeline }: { readonly queue: string | undefined; readonly pipeline: string },
  context: Runtime & Stdout,
): Promise<number> {
  const { system, json, quiet, out } = context;
  return await withQueue(queueUrlOf(queue, context.env), system, async (open) => {
    const { pipelines } = await readStatus(open, system.clock.now());
    const planned = pipelines.filter((each) => each.schedule);
    const { id, name } = findPipeline(pipeline, planned);
    await open.schedules.removeJobScheduler(id);
    if (json) out(queueJson('unschedule', open.url.shown, { id, name }));
    else if (!quiet) out(`${printable(name)}: has no schedule any more\n`);
    return exitCodes.ok;
  });
}

/** Options of `chatferry fleet cancel`. */
export type CancelOptions = {
  readonly queue: string | undefined;
  /** Pipeline files or names, as typed. */
  readonly pipelines: readonly string[];
};

/** The outcome: `removed` it waited, `stopped` it ran, `ending` its worker has not ended it yet, `ended` it had ended. */
type Canceled = 'removed' | 'stopped' | 'ending' | 'ended';

const TEXTS: Readonly<Record<Canceled, string>> = {
  removed: 'canceled before it started',
  stopped: 'stopped, its state is saved;  chatferry fleet submit  continues',
  ending: 'is stopping, but its worker has not finished yet;  chatferry fleet status  shows when it has',
  ended: 'has already ended',
};

/** So long its worker may take: it ends requests under way. */
const ENDING_MS = 30_000;
const LOOK_EVERY_MS = 250;

/**
 * Ends pipelines that wait or run; a schedule stays. Returns the exit code.
 * @throws RunError `FLEET.*`
 */
export async function cancel(
  { queue, pipelines }: CancelOptions,
  context: Runtime & Stdout,
): Promise<number> {
  const { system, json, quiet, out } = context;
  return await withQueue(queueUrlOf(queue, context.env), system, async (open) => {
    const done: object[] = [];
    const status = await readStatus(open, system.clock.now());
    const found = pipelines.map((pipeline) => findPipeline(pipeline, status.pipelines));
    for (const { id, name } of found) {
      const outcome = await cancelOne(open.pipelines, id, context);
      done.push({ id, name, outcome });
      if (!json && !quiet) out(`${printable(name)}: ${TEXTS[outcome]}\n`);
    }
    if (json) out(queueJson('cancel', open.url.shown, { pipelines: done }));
    return exitCodes.ok;
  });
}

async function cancelOne(
  queue: PipelineQueue,
  id: string,
  { system: { clock }, signal }: Runtime,
): Promise<Canceled> {
  const job = await queue.getJob(id);
  const state = await job?.getState();
  if (!job || state === 'completed' || state === 'failed') return 'ended';
  const isDivided = state === 'waiting-children';
  if (state !== 'active' && !isDivided && (await isRemoved(job))) return 'removed';
  await job.updateData({ ...job.data, canceled: true });
  // Its stages end when they are taken; those that wait for their next attempt are taken at once.
  const waiting = isDivided ? await queue.getJobs(['delayed']) : [];
  await Promise.allSettled(
    waiting.filter((each) => each.data.stage?.of === id).map((each) => each.promote()),
  );
  const startedMs = clock.elapsed();
  while (clock.elapsed() - startedMs < ENDING_MS) {
    await clock.sleep(LOOK_EVERY_MS, signal);
    const now = await job.getState();
    if (now === 'completed' || now === 'failed' || (!isDivided && now !== 'active')) return 'stopped';
  }
  return 'ending';
}

/** Removes a job that waits; false if a worker has just taken it. */
async function isRemoved(job: Job<FleetJob>): Promise<boolean> {
  try {
    await job.remove();
    return true;
  } catch (error) {
    if ((await job.getState()) === 'active') return false;
    throw error instanceof Error ? error : new RunError('BUG.UNEXPECTED', String(error));
  }
}
