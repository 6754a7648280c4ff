import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { exitCodes } from '../../errors/run-error.ts';
import { type Holder, lockHolder } from '../../files/lock.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { loadPipeline, type Pipeline } from '../../pipeline/pipeline.ts';
import { equalRowsText } from '../../report/result/report.ts';
import { rejectPaths, retryHint } from '../../session/rejects-advice.ts';
import { isDone, openState } from '../../session/state-folder.ts';
import type { Files } from '../../system/files.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { duration, fromHere, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';

const CLOCK_STEP_MS = 1_000;

/** Options of `chatferry status`. */
export type StatusOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
};

/** Shows the progress of a pipeline, from its state alone; also while another process runs it. Returns the exit code. */
export async function showStatus(options: StatusOptions, context: CommandContext): Promise<number> {
  const pipeline = loadPipeline(options.pipeline, context.env);
  const found = await statusOf(pipeline, context.system.files);
  context.out(context.json ? statusJson(found) : statusText(found, options, context));
  return exitCodes.ok;
}

type Status = {
  readonly pipeline: Pipeline;
  readonly folder: string;
  /** The rejects files. */
  readonly rejects: readonly string[];
  readonly checkpoint: Checkpoint | undefined;
  readonly savedAt: Date | undefined;
  readonly done: boolean;
  /** The process that runs it now. */
  readonly holder: Holder | undefined;
  /** The checkpoint of a retry of the rejects that is not finished. */
  readonly retry: Checkpoint | undefined;
};

async function statusOf(pipeline: Pipeline, files: Files): Promise<Status> {
  const { paths, store } = openState(pipeline.stateFolder, files);
  const checkpoint = await store.load();
  const holder = await lockHolder(files, paths.lock);
  const savedAt = await files.stat(paths.checkpoint).then(
    ({ mtime }) => mtime,
    () => undefined,
  );
  return {
    ...{ pipeline, checkpoint, holder, savedAt, folder: paths.folder },
    rejects: checkpoint ? rejectPaths(paths.rejects, checkpoint) : [],
    done: checkpoint !== undefined && isDone(checkpoint),
    retry: await openState(paths.retry, files).store.load(),
  };
}

function statusJson({ pipeline, checkpoint, savedAt, done, holder, retry }: Status): string {
  const body = {
    version: 1,
    command: 'status',
    pipeline: pipeline.name,
    started: checkpoint?.startedAt,
    saved: savedAt,
    done,
    running: holder,
    entities: checkpoint ? entitiesOf(checkpoint) : {},
    ...(retry ? { retry: entitiesOf(retry) } : {}),
  };
  return `${JSON.stringify(body, null, 2)}\n`;
}

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
  const { pipeline, checkpoint, savedAt, holder, retry, rejects } = found;
  const lines = [`${style.bold(pipeline.name)}  ${headline(found, style)}`];
  for (const name of entityNames) {
    const step = checkpoint?.steps[name];
    if (step) lines.push(stepLine(name, step, style));
  }
  if (retry) lines.push('  retry of the rejects, not finished', ...retryLines(retry, style));
  if (savedAt)
    lines.push(`  state saved ${age(savedAt, clock.now())} in ${printable(fromHere(found.folder))}`);
  if (rejects.length > 0) lines.push(`  rejects    ${rejects.map(fromHere).join('  ')}`);
  if (!holder) lines.push(`  next       ${style.bold(nextStep(found, options))}`);
  return `${lines.join('\n')}\n`;
}

/** How long ago a file was saved, by a clock that may have gone back since. */
function age(savedAt: Date, nowMs: number): string {
  const ms = nowMs - savedAt.getTime();
  // Clocks of file systems are a few milliseconds late.
  if (ms > -CLOCK_STEP_MS) return `${duration(Math.max(0, ms))} ago`;
  return `at ${savedAt.toISOString()}, which is in the future: the clock of this machine went back,`;
}

function headline({ checkpoint, done, holder }: Status, style: Style): string {
  if (holder)
    return style.green(`running as process ${holder.pid} on ${holder.host} since ${holder.started}`);
  if (done) return style.green('done') + equalRowsOf(checkpoint);
  return checkpoint ? style.yellow('not finished, nothing is running') : 'not started';
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
