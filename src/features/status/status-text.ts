import type { Checkpoint, StepState } from '../../delivery/checkpoint.ts';
import { ago } from '../../files/current-lock.ts';
import { type FoundLock, SILENT_MAX_MS } from '../../files/lock-holder.ts';
import { entityNames } from '../../input/entities/entity.ts';
import { type Extent, progressOf } from '../../report/events/extent.ts';
import { countsOf, filesLine, paceLines } from '../../report/events/progress-lines.ts';
import { equalRowsText, namedCounts } from '../../report/result/report.ts';
import { retryHint } from '../../state/state.ts';
import type { Clock } from '../../system/clock.ts';
import type { Runtime, Stdout } from '../../terminal/context.ts';
import { duration, fromHere, grouped, groupedTenths, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { type Status, wholeExtent } from './find-status.ts';

const CLOCK_STEP_MS = 1_000;

/**
 * A status for people.
 * @param file the pipeline file as typed
 */
export function statusText(
  found: Status,
  file: string,
  { style, system: { clock } }: Pick<Runtime, 'system'> & Pick<Stdout, 'style'>,
): string {
  const { pipeline, checkpoint, savedAt, lock, retry, rejects } = found;
  const lines = [`${style.bold(pipeline.name)}  ${headline(found, style)}`];
  for (const name of entityNames) {
    const step = checkpoint?.steps[name];
    if (step) lines.push(stepLine(name, step, style));
  }
  if (checkpoint && !found.done) lines.push(totalLine(checkpoint));
  lines.push(...runLines(found, style, clock));
  if (retry) lines.push('  retry of the rejects, not finished', ...retryLines(retry, style));
  if (savedAt)
    lines.push(`  state saved ${age(savedAt, clock.now())} in ${printable(fromHere(found.folder))}`);
  if (rejects.length > 0) lines.push(`  rejects    ${rejects.map(fromHere).join('  ')}`);
  if (lock) lines.push(...lockLines(lock, file));
  else lines.push(`  next       ${style.bold(nextStep(found, file))}`);
  return `${lines.join('\n')}\n`;
}

const totalLine = (checkpoint: Checkpoint): string => {
  const landed = Object.values(checkpoint.steps).reduce((sum, step) => sum + progressOf(step).landed, 0);
  return `  total      read ${extentText(wholeExtent(checkpoint))}  imported ${grouped(landed)}`;
};

/** Rows read of all, and the percent. */
const extentText = (extent: Extent): string =>
  `${countsOf(extent).replace(/ rows$/, '')}${extent.percent === undefined ? '' : ` (${Math.floor(extent.percent)} %)`}`;

/** The pace of the run that is under way; of one that has stopped, why, and how much is left. */
function runLines(
  { logged: { progress, files, ended }, lock, done, refused }: Status,
  style: Style,
  clock: Clock,
): string[] {
  if (lock && files) return [`  files      ${filesLine(files, undefined)}`];
  if (done) return refused ? [`  last run   ${style.red(refused.code)}: ${printable(refused.message)}`] : [];
  if (lock) return progress ? paceLines(sinceThen(progress, clock), { style, clock }) : [];
  const { left, allowedPerMinute, rateClass } = progress?.requests ?? {};
  const time = progress?.etaSeconds === undefined ? '' : `, ${duration(progress.etaSeconds * 1_000)}`;
  const what = rateClass === undefined ? '' : ` ${rateClass} requests`;
  const rate = allowedPerMinute === undefined ? '' : ` at ${groupedTenths(allowedPerMinute)}${what} a minute`;
  return [
    ...(left === undefined ? [] : [`  left       ${grouped(left)} requests${time}${rate}`]),
    ...(ended ? [`  stopped    ${ended.code}: ${printable(ended.message)}`] : []),
  ];
}

type Progress = NonNullable<Status['logged']['progress']>;

/** A progress that was logged some seconds ago, with the time that is left now. */
function sinceThen(progress: Progress, clock: Clock): Progress {
  const { etaAt } = progress;
  if (etaAt === undefined) return progress;
  return { ...progress, etaSeconds: Math.max(0, Math.round((Date.parse(etaAt) - clock.now()) / 1_000)) };
}

/** The time since a file was saved, by a clock that may have gone back since. */
function age(savedAt: Date, nowMs: number): string {
  const ms = nowMs - savedAt.getTime();
  // Clocks of file systems are a few milliseconds late.
  if (ms > -CLOCK_STEP_MS) return `${duration(Math.max(0, ms))} ago`;
  return `at ${savedAt.toISOString()}, which is in the future: the clock of this machine went back,`;
}

function headline({ checkpoint, done, lock, refused, hasRecords }: Status, style: Style): string {
  if (lock) {
    const { pid, host, started } = lock.holder;
    const where = printable(`process ${pid} on ${host} since ${started}`);
    return lock.sight === 'alive'
      ? style.green(`running as ${where}`)
      : style.yellow(`locked by ${where}, which cannot be seen from here`);
  }
  if (refused) return style.yellow('the last run did not finish');
  if (done) return style.green('done') + equalRowsOf(checkpoint);
  if (checkpoint) return style.yellow('not finished, not running');
  return hasRecords ? 'not started; the old system was read, at least in part' : 'not started';
}

/** The last sign of life of the holder of a lock; what to do if it gives none. */
function lockLines(lock: FoundLock, file: string): string[] {
  const isSilent = lock.sight === 'unseen' && lock.silentMs >= SILENT_MAX_MS;
  const next = `  next       if its machine or container is gone:  chatferry unlock ${file}`;
  return [`  heartbeat  ${ago(lock)}`, ...(isSilent ? [next] : [])];
}

/** Rows that are not in the service because an equal row stands before them, as the end of a headline. */
function equalRowsOf(checkpoint: Checkpoint | undefined): string {
  const steps = entityNames.map(
    (name) => [name, Object.entries(checkpoint?.steps[name]?.skipped ?? {})] as const,
  );
  const equal = equalRowsText({ skipped: namedCounts(steps) });
  return equal === undefined ? '' : `, ${equal}`;
}

const retryLines = ({ steps }: Checkpoint, style: Style): string[] =>
  Object.entries(steps).flatMap(([name, step]) =>
    step.counts.read > 0 ? [stepLine(name, step, style)] : [],
  );

function stepLine(name: string, step: StepState, { red }: Style): string {
  const { counts, skipped: rules, done, at } = step;
  const { landed, rejected: notLanded, ...extent } = progressOf(step);
  const rejected = notLanded ? red(`  rejected ${grouped(notLanded)}`) : '';
  const equal = rules['duplicate'] ? ` (${grouped(rules['duplicate'])} equal)` : '';
  const skipped = counts.skipped ? `  skipped ${grouped(counts.skipped)}${equal}` : '';
  const inDoubt = counts.inDoubt ? red(`  in doubt ${grouped(counts.inDoubt)}`) : '';
  const place = at ? `at row ${grouped(at.row)} of file ${at.file + 1}` : 'waiting';
  const read = done ? grouped(counts.read) : extentText(extent);
  const settled = `read ${read}  imported ${grouped(landed)}${rejected}${skipped}${inDoubt}`;
  return `  ${name.padEnd(9)}  ${settled}  ${done ? 'done' : place}`;
}

function nextStep({ done, retry, rejects, pipeline, refused }: Status, file: string): string {
  if (refused) return `chatferry plan ${file}`;
  if (!done) return `chatferry run ${file}`;
  if (retry) return `chatferry rejects retry ${file}`;
  return rejects.length > 0 ? retryHint(rejects, file, pipeline) : 'nothing is left to do';
}
