import type { Job, Worker } from 'bullmq';
import { exitCodes } from '../../errors/run-error.ts';
import { uncheckedFiles } from '../../files/checked-files.ts';
import { untilAborted } from '../../system/on-abort.ts';
import type { Runtime, Stdout } from '../../terminal/context.ts';
import { duration, jsonLine, printable } from '../../terminal/printable.ts';
import { type FleetJob, jobSchema, shownName } from './queue/fleet-job.ts';
import { fleetLibraries } from './queue/fleet-libraries.ts';
import { openQueue } from './queue/open-queue.ts';
import { queueUrlOf } from './queue/queue-url.ts';
import { requireClock } from './queue/require-clock.ts';
import { beginNight } from './schedule/begin-night.ts';
import type { JobCommands } from './worker/perform.ts';
import { type Doer, type JobVerdict, processJob } from './worker/process-job.ts';
import { CLOSED_CONFIG, readWorkerConfig } from './worker/worker-config.ts';

/** Options of `chatferry fleet work`. */
export type WorkOptions = {
  readonly queue: string | undefined;
  /** The file of the worker. */
  readonly config: string | undefined;
  /** Pipelines at once, where the file does not decide. */
  readonly concurrency: number | undefined;
  readonly commands: JobCommands;
};

/** Tells what a worker does while it works. */
type Says = (event: string, text: string, more?: object) => void;

/** Parts of a host's name in that of a worker: the engine keeps it as the name of a connection. */
const HOST_CHARS = 20;
/** A queue that does not answer any more cannot keep a worker that was told to end. */
const CLOSE_MS = 15_000;

/**
 * Takes jobs from the queue until it is stopped; then it ends the requests under way, saves, and gives what it does back to
 * the queue. Returns the exit code.
 * @throws RunError `FLEET.*`, `CONFIG.*`
 */
export async function work(options: WorkOptions, context: Runtime & Stdout): Promise<number> {
  const { system, env, hideVariables, allowCode, signal } = context;
  const config = options.config === undefined ? CLOSED_CONFIG : await readWorkerConfig(options.config);
  hideVariables?.([...config.env, ...config.keys.flatMap((key) => ('env' in key ? [key.env] : []))]);
  const concurrency = options.concurrency ?? config.concurrency;
  await using queue = await openQueue(queueUrlOf(options.queue, env), system.clock);
  requireClock(queue);
  const { host, pid } = system.machine;
  const name = `${host.slice(0, HOST_CHARS).replaceAll(/[^A-Za-z0-9.]/g, '-')}-${pid}`;
  const says = sayer(context);
  const doer: Doer = {
    queue: queue.pipelines,
    commands: options.commands,
    drain: signal,
    // What the disk refuses to a pipeline is a matter of that pipeline, and of this attempt.
    system: { ...system, files: uncheckedFiles(system.files), sharing: { url: queue.url.url } },
    rules: { config, env, allowCode },
  };
  const pipelines: Worker<FleetJob> = queue.worker(
    'pipelines',
    async (job, token) => {
      // It stays until somebody ends it, and takes no place from the others. The engine looks right after the call.
      const more = jobSchema.safeParse(job.data).data?.command === 'live' ? 1 : 0;
      pipelines.concurrency += more;
      try {
        return await take(job, token, doer, says);
      } finally {
        pipelines.concurrency -= more;
      }
    },
    { name, concurrency },
  );
  const schedules = queue.worker('schedules', (job) => beginNight(job, queue.pipelines, system), {
    name,
    concurrency: 1,
  });
  for (const worker of [pipelines, schedules]) worker.on('error', troubleTold(says, system));
  says('started', `${name} takes pipelines from ${queue.url.shown}, ${concurrency} at once`, {
    worker: name,
  });
  if (config.pipelines.length === 0) says('confined', CONFINED, { message: CONFINED });
  await untilAborted(signal);
  await closed([pipelines, schedules], system);
  says('ended', `${name} has ended; unfinished work is in the queue again`, { worker: name });
  return exitCodes.ok;
}

const CONFINED =
  'it trusts no pipeline, so each can open only files below its folders; name your pipelines in its file (--config):  pipelines: [PATH]';

/** Waits until jobs under way have gone back; a queue that is gone is left after a time. */
async function closed(
  workers: readonly Pick<Worker, 'close'>[],
  { clock }: Runtime['system'],
): Promise<void> {
  const late = new AbortController();
  const all = Promise.allSettled(workers.map((worker) => worker.close()));
  await Promise.race([all, clock.sleep(CLOSE_MS, late.signal).catch(() => {})]);
  late.abort();
}

/** Does a job, and tells the engine what becomes of it in its own way: by what is thrown. */
async function take(job: Job<FleetJob>, token: string | undefined, doer: Doer, says: Says): Promise<unknown> {
  const { DelayedError, UnrecoverableError, WaitingChildrenError, WaitingError } = fleetLibraries.bullmq();
  const parsed = jobSchema.safeParse(job.data).data;
  const pipeline = parsed ? shownName(parsed) : `the job ${job.id}`;
  const { command, stage } = parsed ?? { command: 'unknown' };
  const what = { pipeline, command, ...(stage ? { stage: stage.name } : {}) };
  const name = stage ? `${pipeline}, ${stage.name}` : pipeline;
  says('took', `${name}: ${command}`, what);
  const verdict = await processJob(job, token, doer);
  says(verdict.kind, `${name}: ${textOf(verdict)}`, { ...what, ...verdict });
  // A stage that has failed has ended, too: its pipeline waits for it, and ends with its error.
  if (stage && (verdict.kind === 'done' || verdict.kind === 'failed')) return verdict.last;
  if (verdict.kind === 'done') return { exitCode: verdict.last.exitCode };
  if (verdict.kind === 'stages') throw new WaitingChildrenError();
  if (verdict.kind === 'back') {
    // One that is not ours any more has another worker, and one that is cut off is found by the next.
    await job.moveToWait(token).catch(() => {});
    throw new WaitingError();
  }
  if (verdict.kind !== 'later') throw new UnrecoverableError(verdict.last.code ?? 'BUG.UNEXPECTED');
  await job.moveToDelayed(doer.system.clock.now() + verdict.delayMs, token);
  throw new DelayedError();
}

function textOf(verdict: JobVerdict): string {
  if (verdict.kind === 'stages') return 'its stages are in the queue';
  if (verdict.kind === 'back') return 'stopped, and returned to the queue';
  if (verdict.kind === 'later')
    return `${verdict.retry.code}, again in ${duration(verdict.delayMs)}: ${verdict.retry.message}`;
  const { exitCode, durationMs, code, message } = verdict.last;
  const why = code === undefined || verdict.kind === 'done' ? '' : `: ${code}, ${message}`;
  return `ended with ${exitCode} after ${duration(durationMs)}${why}`;
}

/** Lines with their time, or events as JSON. */
const sayer =
  ({ json, quiet, out, system: { clock } }: Pick<Runtime, 'system'> & Stdout): Says =>
  (event, text, more = {}) => {
    const at = new Date(clock.now()).toISOString();
    if (json) out(jsonLine({ at, event, ...more }));
    else if (!quiet) out(`${at.slice(0, 19)}Z ${printable(text)}\n`);
  };

/** An outage is told once in this time. */
const TOLD_EVERY_MS = 60_000;

/** Tells what the engine cannot do, above all that the server does not answer. */
function troubleTold(says: Says, { clock }: Runtime['system']): (error: Error) => void {
  let toldMs = Number.NEGATIVE_INFINITY;
  return (error) => {
    if (clock.elapsed() - toldMs < TOLD_EVERY_MS) return;
    toldMs = clock.elapsed();
    const why = error.message || ((error as NodeJS.ErrnoException).code ?? error.name);
    says('trouble', `the queue: ${why}; running pipelines continue`, { message: why });
  };
}
