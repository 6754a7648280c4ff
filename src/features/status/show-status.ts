import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { exitCodes } from '../../errors/run-error.ts';
import { ago, currentLock } from '../../files/lock.ts';
import { type FoundLock, SILENT_MAX_MS } from '../../files/lock-holder.ts';
import { requireOwnFolder } from '../../files/own-folder.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { readStatePlace, type StatePlace } from '../../pipeline/state-place.ts';
import { equalRowsText } from '../../report/result/report.ts';
import { rejectPaths, retryHint } from '../../session/rejects-advice.ts';
import { isDone, openState } from '../../session/state-folder.ts';
import type { System } from '../../system/system.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { duration, fromHere, grouped, jsonText, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';

const CLOCK_STEP_MS = 1_000;

/** Options of `chatferry status`. */
export type StatusOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
};

/**
 * Shows the progress of a pipeline, from its state alone; also while another process runs it. Returns the exit code.
 * @throws RunError `STATE.NOT_OWN`, `STATE.CORRUPT`
 */
export async function showStatus(options: StatusOptions, context: CommandContext): Promise<number> {
  const place = readStatePlace(options.pipeline) ?? (await openWhole(options.pipeline, context));
  const found = await statusOf(place, context.system);
  context.out(context.json ? statusJson(found) : statusText(found, options, context));
  return exitCodes.ok;
}

/** Loaded when it is needed: it takes longer than everything else here. */
async function openWhole(file: string, context: CommandContext): Promise<StatePlace> {
  const { openPipeline } = await import('../../pipeline/code/open-pipeline.ts');
  return openPipeline(file, context);
}

type Status = {
  readonly pipeline: StatePlace;
  readonly folder: string;
  /** The rejects files. */
  readonly rejects: readonly string[];
  readonly checkpoint: Checkpoint | undefined;
  readonly savedAt: Date | undefined;
  readonly done: boolean;
  /** The lock of the process that runs it now, or that cannot be seen from here. */
  readonly lock: FoundLock | undefined;
  /** The checkpoint of a retry of the rejects that is not finished. */
  readonly retry: Checkpoint | undefined;
};

async function statusOf(pipeline: StatePlace, system: System): Promise<Status> {
  const { files } = system;
  const { paths, store } = openState(pipeline.stateFolder, files);
  await requireOwnFolder(paths.folder, files);
  const checkpoint = await store.load();
  const lock = await currentLock(paths.lock, system);
  const savedAt = await files.stat(paths.checkpoint).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
  return {
    ...{ pipeline, checkpoint, lock, savedAt, folder: paths.folder },
    rejects: checkpoint ? rejectPaths(paths.rejects, checkpoint) : [],
    done: checkpoint !== undefined && isDone(checkpoint),
    retry: await openState(paths.retry, files).store.load(),
  };
}

function statusJson({ pipeline, checkpoint, savedAt, done, lock, retry }: Status): string {
  const body = {
    version: 1,
    command: 'status',
    pipeline: pipeline.name,
    started: checkpoint?.startedAt,
    saved: savedAt,
    done,
    running: lock && runningJson(lock),
    entities: checkpoint ? entitiesOf(checkpoint) : {},
    ...(retry ? { retry: entitiesOf(retry) } : {}),
  };
  return jsonText(body);
}

/** The holder of a lock; `seen` is whether it certainly runs. */
const runningJson = ({ holder, sight, silentMs }: FoundLock): object => ({
  ...holder,
  seen: sight === 'alive',
  heartbeatSecondsAgo: Math.max(0, Math.round(silentMs / 1_000)),
});

const entitiesOf = ({ steps }: Checkpoint): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(steps).map(([name, { counts, skipped, at, done }]) => [
      name,
      { done, at, counts, ...(Object.keys(skipped).length > 0 ? { skipped } : {}) },
    ]),
  );

function statusText(
  found: Status,
  options: StatusOptions,
  { style, system: { clock } }: CommandContext,
): string {
  const { pipeline, checkpoint, savedAt, lock, retry, rejects } = found;
  const lines = [`${style.bold(pipeline.name)}  ${headline(found, style)}`];
  for (const name of entityNames) {
    const step = checkpoint?.steps[name];
    if (step) lines.push(stepLine(name, step, style));
  }
  if (retry) lines.push('  retry of the rejects, not finished', ...retryLines(retry, style));
  if (savedAt)
    lines.push(`  state saved ${age(savedAt, clock.now())} in ${printable(fromHere(found.folder))}`);
  if (rejects.length > 0) lines.push(`  rejects    ${rejects.map(fromHere).join('  ')}`);
  if (lock) lines.push(...lockLines(lock, options));
  else lines.push(`  next       ${style.bold(nextStep(found, options))}`);
  return `${lines.join('\n')}\n`;
}

/** How long ago a file was saved, by a clock that may have gone back since. */
function age(savedAt: Date, nowMs: number): string {
  const ms = nowMs - savedAt.getTime();
  // Clocks of file systems are a few milliseconds late.
  if (ms > -CLOCK_STEP_MS) return `${duration(Math.max(0, ms))} ago`;
  return `at ${savedAt.toISOString()}, which is in the future: the clock of this machine went back,`;
}

function headline({ checkpoint, done, lock }: Status, style: Style): string {
  if (lock) {
    const { pid, host, started } = lock.holder;
    const where = printable(`process ${pid} on ${host} since ${started}`);
    return lock.sight === 'alive'
      ? style.green(`running as ${where}`)
      : style.yellow(`locked by ${where}, which cannot be seen from here`);
  }
  if (done) return style.green('done') + equalRowsOf(checkpoint);
  return checkpoint ? style.yellow('not finished, nothing is running') : 'not started';
}

/** The last sign of life of the holder of a lock; what to do if it gives none. */
function lockLines(lock: FoundLock, { pipeline }: StatusOptions): string[] {
  const isSilent = lock.sight === 'unseen' && lock.silentMs >= SILENT_MAX_MS;
  const next = `  next       if its machine or container is gone:  chatferry unlock ${pipeline}`;
  return [`  heartbeat  ${ago(lock)}`, ...(isSilent ? [next] : [])];
}

/** Rows that are not in the service because an equal row stands before them, as the end of a headline. */
function equalRowsOf(checkpoint: Checkpoint | undefined): string {
  const skipped = Object.entries(checkpoint?.steps ?? {}).flatMap(([entity, step]) =>
    Object.entries(step.skipped).map(([rule, count]) => [`${entity}.${rule}`, count] as const),
  );
  const equal = equalRowsText({ skipped: Object.fromEntries(skipped) });
  return equal === undefined ? '' : `, ${equal}`;
}

const retryLines = ({ steps }: Checkpoint, style: Style): string[] =>
  Object.entries(steps).flatMap(([name, step]) =>
    step.counts.read > 0 ? [stepLine(name, step, style)] : [],
  );

function stepLine(name: string, { counts, skipped: rules, done, at }: StepState, { red }: Style): string {
  const landed = counts.created + counts.updated + counts.exists + counts.unchanged;
  const notLanded = counts.rejected + counts.blocked;
  const rejected = notLanded ? red(`  rejected ${grouped(notLanded)}`) : '';
  const equal = rules['duplicate'] ? ` (${grouped(rules['duplicate'])} equal)` : '';
  const skipped = counts.skipped ? `  skipped ${grouped(counts.skipped)}${equal}` : '';
  const inDoubt = counts.inDoubt ? red(`  in doubt ${grouped(counts.inDoubt)}`) : '';
  const place = at ? `at row ${grouped(at.row)} of file ${at.file + 1}` : 'waiting';
  const settled = `read ${grouped(counts.read)}  landed ${grouped(landed)}${rejected}${skipped}${inDoubt}`;
  return `  ${name.padEnd(9)}  ${settled}  ${done ? 'done' : place}`;
}

function nextStep({ done, retry, rejects, pipeline }: Status, { pipeline: file }: StatusOptions): string {
  if (!done) return `chatferry run ${file}`;
  if (retry) return `chatferry rejects retry ${file}`;
  return rejects.length > 0 ? retryHint(rejects, file, pipeline) : 'nothing is left to do';
}
