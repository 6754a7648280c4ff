import { exitCodes } from '../../../errors/run-error.ts';
import type { CommandContext } from '../../../terminal/context.ts';
import { jsonText, printable } from '../../../terminal/printable.ts';
import { jobIdOf, shownName } from '../queue/fleet-job.ts';
import { openQueue } from '../queue/open-queue.ts';
import { queueError } from '../queue/queue-error.ts';
import { queueUrlOf } from '../queue/queue-url.ts';
import { requireClock } from '../queue/require-clock.ts';
import { type Asked, submissionOf } from '../queue/submission.ts';
import { findPipeline } from '../status/find-pipeline.ts';
import { readStatus } from '../status/read-status.ts';
import { nextTime, type Times } from './cron.ts';

/** Options of `chatferry fleet schedule`. */
export type ScheduleOptions = Asked &
  Times & { readonly queue: string | undefined; readonly pipeline: string };

/** Nights that are kept, so that those that were missed can be said. */
const KEPT = { age: 7 * 24 * 3_600, count: 5_000 };

/**
 * Runs a pipeline at given times from now on; its schedule takes the place of an earlier one. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export async function schedule(options: ScheduleOptions, context: CommandContext): Promise<number> {
  const { queue, pipeline, at, zone, ...asked } = options;
  const { system, json, quiet, out } = context;
  const url = queueUrlOf(queue, context.env);
  await using open = await openQueue(url, system.clock);
  requireClock(open);
  const next = new Date(nextTime({ at, zone }, system.clock.now())).toISOString();
  const data = submissionOf(pipeline, asked, context);
  const id = jobIdOf(data);
  try {
    await open.schedules.upsertJobScheduler(
      id,
      { pattern: at, tz: zone },
      {
        name: 'night',
        data: { ...data, schedule: { at, zone } },
        opts: { removeOnComplete: KEPT, removeOnFail: KEPT },
      },
    );
  } catch (error) {
    throw queueError(error, url);
  }
  const name = shownName(data);
  if (json)
    out(
      jsonText({
        version: 1,
        command: 'fleet schedule',
        exitCode: 0,
        queue: url.shown,
        id,
        name,
        at,
        zone,
        next,
      }),
    );
  else if (!quiet) {
    out(`${printable(name)}: at ${at} (${zone}), the next time at ${next}\n`);
    context.err(`the schedule has the text of ${pipeline} as it is now; after a change, schedule it again\n`);
  }
  return exitCodes.ok;
}

/**
 * Ends the schedule of a pipeline; what runs goes on. Returns the exit code.
 * @throws RunError `FLEET.*`
 */
export async function unschedule(
  { queue, pipeline }: { readonly queue: string | undefined; readonly pipeline: string },
  context: CommandContext,
): Promise<number> {
  const { system, json, quiet, out } = context;
  const url = queueUrlOf(queue, context.env);
  await using open = await openQueue(url);
  try {
    const { pipelines } = await readStatus(open, system.clock.now());
    const planned = pipelines.filter((each) => each.schedule);
    const { id, name } = findPipeline(pipeline, planned);
    await open.schedules.removeJobScheduler(id);
    if (json)
      out(jsonText({ version: 1, command: 'fleet unschedule', exitCode: 0, queue: url.shown, id, name }));
    else if (!quiet) out(`${printable(name)}: has no schedule any more\n`);
  } catch (error) {
    throw queueError(error, url);
  }
  return exitCodes.ok;
}
