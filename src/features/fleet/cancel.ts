import type { Job } from 'bullmq';
import { exitCodes, RunError } from '../../errors/run-error.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { jsonText, printable } from '../../terminal/printable.ts';
import type { FleetJob } from './queue/fleet-job.ts';
import { openQueue, type PipelineQueue } from './queue/open-queue.ts';
import { queueError } from './queue/queue-error.ts';
import { queueUrlOf } from './queue/queue-url.ts';
import { findPipeline } from './status/find-pipeline.ts';
import { readStatus } from './status/read-status.ts';

/** Options of `chatferry fleet cancel`. */
export type CancelOptions = {
  readonly queue: string | undefined;
  /** Pipeline files or names, as typed. */
  readonly pipelines: readonly string[];
};

/** What was done: `removed` it waited, `stopped` it ran, `ending` its worker has not ended it yet, `ended` it had ended. */
type Canceled = 'removed' | 'stopped' | 'ending' | 'ended';

const TEXTS: Readonly<Record<Canceled, string>> = {
  removed: 'canceled before it began',
  stopped: 'stopped, its state is saved;  chatferry fleet submit  goes on',
  ending: 'is told to stop, and its worker has not done so yet;  chatferry fleet status  shows when it has',
  ended: 'has ended already',
};

/** So long its worker may take: it ends requests under way. */
const ENDING_MS = 30_000;
const LOOK_EVERY_MS = 250;

/**
 * Ends pipelines that wait or run; a schedule stays. Returns the exit code.
 * @throws RunError `FLEET.*`
 */
export async function cancel({ queue, pipelines }: CancelOptions, context: CommandContext): Promise<number> {
  const { system, json, quiet, out } = context;
  const url = queueUrlOf(queue, context.env);
  await using open = await openQueue(url);
  const done: object[] = [];
  try {
    const status = await readStatus(open, system.clock.now());
    const found = pipelines.map((pipeline) => findPipeline(pipeline, status.pipelines));
    for (const { id, name } of found) {
      const outcome = await cancelOne(open.pipelines, id, context);
      done.push({ id, name, outcome });
      if (!json && !quiet) out(`${printable(name)}: ${TEXTS[outcome]}\n`);
    }
  } catch (error) {
    throw queueError(error, url);
  }
  if (json)
    out(jsonText({ version: 1, command: 'fleet cancel', exitCode: 0, queue: url.shown, pipelines: done }));
  return exitCodes.ok;
}

async function cancelOne(
  queue: PipelineQueue,
  id: string,
  { system: { clock }, signal }: CommandContext,
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
