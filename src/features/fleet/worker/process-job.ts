import type { Job } from 'bullmq';
import { asRunError, exitCodes, type RunCode, RunError } from '../../../errors/run-error.ts';
import { parsePipeline } from '../../../pipeline/pipeline.ts';
import { confinedFiles } from '../../../system/confined-files.ts';
import { onAbort } from '../../../system/on-abort.ts';
import type { System } from '../../../system/system.ts';
import {
  type FleetJob,
  type JobProgress,
  jobProgressOf,
  jobSchema,
  type LastResult,
  type Retry,
  type RowsDone,
} from '../queue/fleet-job.ts';
import type { PipelineQueue } from '../queue/open-queue.ts';
import { planStages, stageName } from '../shards/stages.ts';
import { type Allowed, allow } from './allowed.ts';
import { pathRefused } from './confine.ts';
import { type JobCommands, type Performance, perform, resultError } from './perform.ts';
import type { WorkerRules } from './worker-config.ts';

/** The worker that a job is done by. */
export type Doer = {
  readonly queue: PipelineQueue;
  readonly rules: WorkerRules;
  readonly system: System;
  readonly commands: JobCommands;
  /** Aborted when the worker is to end: what it does is stopped, and goes back into the queue. */
  readonly drain: AbortSignal;
};

/**
 * The outcome of a job: `done` with its result; `failed` for good, because the next attempt would end in the same way;
 * `later` after some time; `back` into the queue at once, for another worker; `stages` waits until these are done.
 */
export type JobVerdict =
  | { readonly kind: 'done'; readonly last: LastResult }
  | { readonly kind: 'failed'; readonly last: LastResult }
  | { readonly kind: 'later'; readonly retry: Retry; readonly delayMs: number }
  | { readonly kind: 'back' }
  | { readonly kind: 'stages' };

const CANCELED = new RunError('FLEET.CANCELED', 'the pipeline was canceled');

/** The interval at which the worker writes how far a job is, and looks whether it was canceled. */
const WATCH_EVERY_MS = 2_000;

/** A state that another process has: it is looked at again for an hour. */
const LOCKED = { everyMs: 5_000, triesMax: 720 };
/** A stage whose turn has not come. */
const EARLY = { everyMs: 5_000, triesMax: 60 };
/** The attempts at what may pass by itself: pauses of 10 s, doubled up to 5 min, ten times. */
const PASSING = { firstMs: 10_000, mostMs: 300_000, triesMax: 10 };

/** Commands that came to their end, whatever they found. */
const ENDED: readonly number[] = [exitCodes.ok, exitCodes.rejected, exitCodes.different];
/** Commands that were stopped by a signal. */
const STOPPED: readonly number[] = [exitCodes.interrupted, exitCodes.terminated, exitCodes.hungUp];

/**
 * Does one job and says what becomes of it. What it writes beside the job is for those who look at the queue.
 * @param token that the job was taken with
 */
export async function processJob(
  job: Job<FleetJob>,
  token: string | undefined,
  doer: Doer,
): Promise<JobVerdict> {
  const before = jobProgressOf(job.progress);
  const write = writerOf(job, before);
  const parsed = jobSchema.safeParse(job.data);
  if (!parsed.success) {
    const error = new RunError('FLEET.JOB_INVALID', `the job ${job.id} is not one of ours`);
    return failed(error, { command: 'run', file: '' }, doer);
  }
  const { clock } = doer.system;
  const begunMs = before.begunMs ?? clock.now();
  let groups: string[][] = [];
  let rows: RowsDone | undefined;
  const stop = new AbortController();
  let ending: Ending | undefined;
  let look: Promise<void> | undefined;
  const watch = async (): Promise<void> => {
    ending ??= await endingOf(job, doer.queue);
    if (ending) stop.abort(CANCELED);
    if (ending !== 'replaced') await write({ begunMs, ...(rows ? { rows } : {}) });
    look = undefined;
  };
  // What listens to a job's own signal is gone with the job.
  using _draining = onAbort(doer.drain, () => stop.abort(doer.drain.reason));
  await watch();
  const watching = clock.every(WATCH_EVERY_MS, () => {
    look ??= watch();
  });
  const last = ending
    ? failed(CANCELED, parsed.data, doer).last
    : await attempt(job, token, doer, {
        signal: stop.signal,
        onRows: (done) => {
          rows = done;
        },
        onGroups: (found) => {
          groups = found;
        },
      });
  watching[Symbol.dispose]();
  // Else it would write over the result.
  await look;
  if (last === 'waiting') return { kind: 'stages' };
  ending ??= await endingOf(job, doer.queue);
  if (ending === 'replaced') return { kind: 'back' };
  const verdict = verdictOf(last, before.retry, ending === 'canceled', doer.drain.aborted);
  if (verdict.kind === 'later') await write({ begunMs, retry: verdict.retry });
  else if (verdict.kind !== 'back') {
    const durationMs = groups.length > 0 ? clock.now() - begunMs : verdict.last.durationMs;
    await write({ last: { ...verdict.last, durationMs }, ...(job.data.stage && rows ? { rows } : {}) });
    await removeStages(job, groups, doer.queue);
  }
  return verdict;
}

/**
 * Why a job is to end before its time: it was canceled, or it has another submission by now. That is the one of two at once
 * which came a moment too late to be taken, or the queue was emptied in between.
 */
type Ending = 'canceled' | 'replaced';

/** Looks at a job, or at the pipeline whose stage it is. A queue that is cut off or emptied says nothing: the run goes on. */
async function endingOf({ id, data }: Job<FleetJob>, queue: PipelineQueue): Promise<Ending | undefined> {
  const now = await queue.getJob(data.stage?.of ?? (id as string)).catch(() => undefined);
  if (!now) return undefined;
  // A stage is not given back: its pipeline has others for its new submission.
  if (now.data.submission !== data.submission) return data.stage ? 'canceled' : 'replaced';
  return now.data.canceled ? 'canceled' : undefined;
}

/** Writes beside a job; what earlier attempts left stays. A job that is gone, or a queue cut off, is no reason to stop. */
const writerOf =
  (job: Job<FleetJob>, { last }: JobProgress) =>
  (progress: JobProgress): Promise<void> =>
    job.updateProgress({ ...(last ? { last } : {}), ...progress }).catch(() => {});

async function attempt(
  job: Job<FleetJob>,
  token: string | undefined,
  doer: Doer,
  doing: Pick<Performance, 'signal' | 'onRows'> & { readonly onGroups: (groups: string[][]) => void },
): Promise<LastResult | 'waiting'> {
  const { rules, system, queue } = doer;
  const { signal, onRows, onGroups } = doing;
  const ended = (error: unknown, code: RunCode): LastResult =>
    failed(asRunError(error, code, String(error)), job.data, doer).last;
  let allowed: Allowed;
  let groups: string[][];
  try {
    allowed = await allow(job.data, rules);
    groups = stageGroups(job.data, allowed.env);
    onGroups(groups);
  } catch (error) {
    return ended(error, 'BUG.UNEXPECTED');
  }
  if (groups.length > 0 && !signal.aborted)
    try {
      const found = await conductStages(job, groups, queue, token as string);
      if (found) return found;
    } catch (error) {
      return ended(error, 'FLEET.UNREACHABLE');
    }
  const stage = { of: job.id as string, name: LAST_STAGE };
  const data = groups.length > 0 ? { ...job.data, stage } : job.data;
  const { env, confines, connect, app } = allowed;
  const files = confines ? confinedFiles(system.files, confines, pathRefused) : system.files;
  return await perform(data, {
    env,
    signal,
    allowCode: rules.allowCode,
    commands: doer.commands,
    onRows: (rows) => onRows(app === undefined ? rows : { ...rows, app }),
    system: { ...system, files, ...(connect ? { connect: connect(system.connect) } : {}) },
  });
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
    last: { command, at, exitCode, durationMs: 0, counts: {}, ...resultError(error, file) },
  };
}

function verdictOf(
  last: LastResult,
  before: Retry | undefined,
  isCanceled: boolean,
  isDraining: boolean,
): Exclude<JobVerdict, { kind: 'stages' }> {
  const { exitCode, code = '', message = '', hint = '' } = last;
  if (ENDED.includes(exitCode)) return { kind: 'done', last };
  if (isCanceled) return { kind: 'failed', last };
  if (isDraining && STOPPED.includes(exitCode)) return { kind: 'back' };
  const tries = before?.code === code ? before.tries + 1 : 1;
  const retry: Retry = { code, message, hint, tries };
  if (code === 'RUN.UNFINISHED' && tries <= EARLY.triesMax)
    return { kind: 'later', retry, delayMs: EARLY.everyMs };
  if (exitCode === exitCodes.locked && tries <= LOCKED.triesMax)
    return { kind: 'later', retry, delayMs: LOCKED.everyMs };
  if (exitCode === exitCodes.temporary && tries <= PASSING.triesMax)
    return { kind: 'later', retry, delayMs: Math.min(PASSING.firstMs * 2 ** (tries - 1), PASSING.mostMs) };
  return { kind: 'failed', last };
}

/** A job whose data were checked. */
type CheckedJob = Pick<Job<FleetJob>, 'id' | 'data' | 'moveToWaitingChildren'>;

/** The last stage is done by the job of the pipeline itself. */
const LAST_STAGE = 'merge';
/** Stages that nobody has removed, because their pipeline is gone: seconds. */
const STAGES_KEPT_S = 7 * 86_400;

/**
 * The stages of a pipeline with `shards`, in groups: each group waits for the one before, and what is in it is done at the same
 * time. Without the last stage; empty if the pipeline is done as a whole.
 * @throws RunError `CONFIG.*`, also if it cannot be divided
 */
function stageGroups({ command, stage, text, file, to }: FleetJob, env: WorkerRules['env']): string[][] {
  if (command !== 'run' || stage) return [];
  const pipeline = parsePipeline(text, file, env, to);
  if (pipeline.shards === undefined) return [];
  const groups: string[][] = [];
  let isShards = false;
  for (const each of planStages(pipeline)) {
    const name = stageName(each);
    if (name === LAST_STAGE) continue;
    if (each.kind === 'shard' && isShards) groups.at(-1)?.push(name);
    else groups.push([name]);
    isShards = each.kind === 'shard';
  }
  return groups;
}

/** The id of a stage: another one for each submission, so that nothing of an earlier one counts. */
const stageId = ({ id, data }: CheckedJob, name: string): string =>
  `${id}.${data.submission}.${name.replaceAll(' ', '-')}`;

/**
 * Puts the first group of stages that is not done into the queue and lets the job wait for it. Done again after a kill or with
 * a part of the queue lost, it adds what is missing: a stage that was done does nothing.
 * @param token that the job was taken with
 * @returns `waiting`, and the job is not ours any more; the result of a stage that failed; undefined if all are done
 */
async function conductStages(
  job: CheckedJob,
  groups: readonly (readonly string[])[],
  queue: PipelineQueue,
  token: string,
): Promise<'waiting' | LastResult | undefined> {
  const { canceled: _, schedule: __, ...data } = job.data;
  const parent = { id: job.id as string, queue: queue.qualifiedName };
  const kept = { age: STAGES_KEPT_S };
  for (const group of groups) {
    for (const name of group) {
      const jobId = stageId(job, name);
      if (await queue.getJob(jobId)) continue;
      const stage = { of: parent.id, name };
      await queue.add(
        data.command,
        { ...data, stage },
        { jobId, parent, removeOnComplete: kept, removeOnFail: kept },
      );
    }
    if (await job.moveToWaitingChildren(token)) return 'waiting';
    for (const name of group) {
      const result = (await queue.getJob(stageId(job, name)))?.returnvalue as LastResult | undefined;
      if (result && result.exitCode !== 0) return result;
    }
  }
  return undefined;
}

/** Removes stages of a pipeline that has ended; one that is left goes by itself. */
async function removeStages(
  job: CheckedJob,
  groups: readonly (readonly string[])[],
  queue: PipelineQueue,
): Promise<void> {
  await Promise.allSettled(groups.flat().map((name) => queue.remove(stageId(job, name))));
}
