import type { Job } from 'bullmq';
import { asRunError, exitCodes, RunError } from '../../../errors/run-error.ts';
import { onAbort } from '../../../system/on-abort.ts';
import type { System } from '../../../system/system.ts';
import {
  type FleetJob,
  type JobProgress,
  jobSchema,
  type LastResult,
  type Retry,
  type RowsDone,
} from '../queue/fleet-job.ts';
import { type PipelineQueue, progressOf } from '../queue/open-queue.ts';
import { allowedEnv, type WorkerRules } from './allowed.ts';
import { errorOf, perform } from './perform.ts';

/** The worker that a job is done by. */
export type Doer = {
  readonly queue: PipelineQueue;
  readonly rules: WorkerRules;
  readonly system: System;
  /** Aborted when the worker is to end: what it does is stopped, and goes back into the queue. */
  readonly drain: AbortSignal;
};

/**
 * What becomes of a job: `done` with its result; `failed` for good, because the next attempt would end in the same way;
 * `later` after some time; `back` into the queue at once, for another worker.
 */
export type Verdict =
  | { readonly kind: 'done'; readonly last: LastResult }
  | { readonly kind: 'failed'; readonly last: LastResult }
  | { readonly kind: 'later'; readonly retry: Retry; readonly delayMs: number }
  | { readonly kind: 'back' };

/** How often the worker writes how far a job is, and looks whether it was canceled. */
const WATCH_EVERY_MS = 2_000;

/** A state that another process has: it is looked at again for an hour. */
const LOCKED = { everyMs: 5_000, triesMax: 720 };
/** What may pass by itself: pauses of 10 s, doubled up to 5 min, ten times. */
const PASSING = { firstMs: 10_000, mostMs: 300_000, triesMax: 10 };

/** Commands that came to their end, whatever they found. */
const ENDED: readonly number[] = [exitCodes.ok, exitCodes.rejected, exitCodes.different];
/** Commands that were stopped by a signal. */
const STOPPED: readonly number[] = [exitCodes.interrupted, exitCodes.terminated, exitCodes.hungUp];

/** Does one job and says what becomes of it. What it writes beside the job is for those who look at the queue. */
export async function processJob(job: Job<FleetJob>, doer: Doer): Promise<Verdict> {
  const before = progressOf(job.progress);
  const write = writerOf(job, before);
  const parsed = jobSchema.safeParse(job.data);
  if (!parsed.success) {
    const error = new RunError('FLEET.JOB_INVALID', `the job ${job.id} is none of ours`);
    return failed(error, { command: 'run', file: '' }, doer);
  }
  let rows: RowsDone | undefined;
  const stop = new AbortController();
  let isCanceled = false;
  let look: Promise<void> | undefined;
  const watch = async (): Promise<void> => {
    await write(rows ? { rows } : {});
    // A queue that is cut off or emptied says nothing: the run goes on, its truth is the state.
    const now = await doer.queue.getJob(job.id as string).catch(() => undefined);
    isCanceled ||= now?.data.canceled === true;
    if (isCanceled) stop.abort(new RunError('FLEET.CANCELED', 'the pipeline was canceled'));
    look = undefined;
  };
  // What listens to a job's own signal is gone with the job.
  using _draining = onAbort(doer.drain, () => stop.abort(doer.drain.reason));
  await write({});
  const watching = doer.system.clock.every(WATCH_EVERY_MS, () => {
    look ??= watch();
  });
  const last = await attempt(parsed.data, doer, stop.signal, (done) => {
    rows = done;
  });
  watching[Symbol.dispose]();
  // Else it would write over the result.
  await look;
  const verdict = verdictOf(last, before.retry, isCanceled, doer.drain.aborted);
  if (verdict.kind === 'later') await write({ retry: verdict.retry });
  else if (verdict.kind !== 'back') await write({ last: verdict.last });
  return verdict;
}

/** Writes beside a job; what earlier attempts left stays. A job that is gone, or a queue cut off, is no reason to stop. */
const writerOf =
  (job: Job<FleetJob>, { last }: JobProgress) =>
  (progress: JobProgress): Promise<void> =>
    job.updateProgress({ ...(last ? { last } : {}), ...progress }).catch(() => {});

async function attempt(
  job: FleetJob,
  doer: Doer,
  signal: AbortSignal,
  onRows: (rows: RowsDone) => void,
): Promise<LastResult> {
  const { rules, system } = doer;
  let env: WorkerRules['env'];
  try {
    env = await allowedEnv(job, rules);
  } catch (error) {
    return failed(asRunError(error, 'BUG.UNEXPECTED', String(error)), job, doer).last;
  }
  return await perform(job, { env, signal, allowCode: rules.allowCode, system, onRows });
}

function failed(
  error: RunError,
  { command, file }: Pick<FleetJob, 'command' | 'file'>,
  { system }: Doer,
): { readonly kind: 'failed'; readonly last: LastResult } {
  const { exitCode } = error;
  const at = new Date(system.clock.now()).toISOString();
  return {
    kind: 'failed',
    last: { command, at, exitCode, durationMs: 0, counts: {}, ...errorOf(error, file) },
  };
}

function verdictOf(
  last: LastResult,
  before: Retry | undefined,
  isCanceled: boolean,
  isDraining: boolean,
): Verdict {
  const { exitCode, code = '', message = '', hint = '' } = last;
  if (ENDED.includes(exitCode)) return { kind: 'done', last };
  if (isCanceled) return { kind: 'failed', last };
  if (isDraining && STOPPED.includes(exitCode)) return { kind: 'back' };
  const tries = before?.code === code ? before.tries + 1 : 1;
  const retry: Retry = { code, message, hint, tries };
  if (exitCode === exitCodes.locked && tries <= LOCKED.triesMax)
    return { kind: 'later', retry, delayMs: LOCKED.everyMs };
  if (exitCode === exitCodes.temporary && tries <= PASSING.triesMax)
    return { kind: 'later', retry, delayMs: Math.min(PASSING.firstMs * 2 ** (tries - 1), PASSING.mostMs) };
  return { kind: 'failed', last };
}
