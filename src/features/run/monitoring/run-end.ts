import { exitCodes, firstError, RunError } from '../../../errors/run-error.ts';
import type { Placeholder } from '../../../pipeline/schema/notify-schema.ts';
import { type NotifyClass, PLACEHOLDER } from '../../../pipeline/schema/notify-schema.ts';
import { fileCopiesText } from '../../../report/result/file-copies.ts';
import { type Report, totals } from '../../../report/result/report.ts';
import { duration, printable } from '../../../terminal/printable.ts';

/** The facts to tell of a run when it starts and when it has ended. */
export type Moment = {
  readonly class: NotifyClass;
  readonly pipeline: string;
  readonly startedAt: Date;
  /** Absent at the start. */
  readonly end?: RunEnd;
  /** News of two systems that are kept alike, of the class `live`. */
  readonly news?: string;
};

/** The end of a run. */
export type RunEnd = {
  readonly exitCode: number;
  readonly finishedAt: Date;
  /** Absent if the run failed before it had one. */
  readonly report?: Report | undefined;
  readonly error?: { readonly code: string; readonly message: string; readonly hint: string } | undefined;
};

const { ok, rejected, temporary, locked, guard, state, auth } = exitCodes;
const CLASSES: Readonly<Record<number, NotifyClass>> = {
  [ok]: 'success',
  [rejected]: 'rejected',
  [temporary]: 'stopped',
  [exitCodes.hungUp]: 'stopped',
  [exitCodes.interrupted]: 'stopped',
  [exitCodes.terminated]: 'stopped',
  [locked]: 'locked',
  [guard]: 'guard',
  [state]: 'state',
  [auth]: 'auth',
};

/** The class of an exit code. */
export const classOf = (exitCode: number): NotifyClass => CLASSES[exitCode] ?? 'error';

/** The end of a run that has thrown; whoever prints the error gives it the same exit code. */
export function endByError(thrown: unknown, signal: AbortSignal, finishedAt: Date): RunEnd {
  const first = firstError(thrown);
  const reason: unknown = first instanceof RunError || !signal.aborted ? first : signal.reason;
  if (!(reason instanceof RunError)) {
    const message = 'an unexpected error; see standard error';
    return {
      exitCode: exitCodes.bug,
      finishedAt,
      error: { code: 'BUG.UNEXPECTED', message, hint: 'report it' },
    };
  }
  const { exitCode, code, message, hint } = reason;
  return { exitCode, finishedAt, error: { code, message, hint } };
}

/** The summary without a template: a JSON document. */
export function summaryOf({
  class: kind,
  pipeline,
  startedAt,
  end,
  news,
}: Moment): Readonly<Record<string, unknown>> {
  const event = news === undefined ? (end ? 'finished' : 'started') : 'live';
  const begun = { version: 1, event, pipeline, class: kind, startedAt };
  if (news !== undefined) return { ...begun, summary: news };
  if (!end) return begun;
  const { exitCode, finishedAt, report, error } = end;
  return {
    ...begun,
    exitCode,
    finishedAt,
    seconds: secondsOf(startedAt, end),
    summary: textOf(pipeline, startedAt, end),
    ...(error ? { error } : {}),
    ...(report ? { entities: report.entities, requests: report.requests, report: report.files.report } : {}),
    ...(report?.fileCopies ? { fileCopies: report.fileCopies } : {}),
  };
}

/** Fills the placeholders in all texts of a template; what is not known yet is empty. */
export function filled(template: unknown, moment: Moment): unknown {
  if (typeof template === 'string') {
    const values = valuesOf(moment);
    return template.replaceAll(PLACEHOLDER, (_, name: Placeholder) => printable(String(values[name] ?? '')));
  }
  if (Array.isArray(template)) return template.map((each) => filled(each, moment));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([key, value]) => [key, filled(value, moment)]));
}

type Values = Readonly<Partial<Record<Placeholder, string | number | undefined>>>;

function valuesOf({ class: kind, pipeline, startedAt, end, news }: Moment): Values {
  const begun = { pipeline, class: kind, startedAt: startedAt.toISOString() };
  if (news !== undefined) return { ...begun, summary: `${pipeline}: ${news}` };
  if (!end) return { ...begun, summary: `${pipeline} has started` };
  const { report, error } = end;
  return {
    ...begun,
    exitCode: end.exitCode,
    summary: textOf(pipeline, startedAt, end),
    ...(error ?? {}),
    finishedAt: end.finishedAt.toISOString(),
    seconds: secondsOf(startedAt, end),
    ...(report ? { ...rowsOf(report), report: report.files.report, log: report.files.log } : {}),
  };
}

function rowsOf({
  entities,
}: Report): Pick<
  Record<Placeholder, number>,
  'read' | 'landed' | 'rejected' | 'blocked' | 'skipped' | 'inDoubt'
> {
  const sum = totals(entities);
  const { read, blocked, skipped, inDoubt } = sum;
  const landed = sum.created + sum.updated + sum.exists + sum.unchanged;
  return { read, landed, rejected: sum.rejected, blocked, skipped, inDoubt };
}

const secondsOf = (startedAt: Date, { finishedAt }: RunEnd): number =>
  Math.round((finishedAt.getTime() - startedAt.getTime()) / 100) / 10;

/** One line: the pipeline, its exit code, why, and the numbers. */
function textOf(pipeline: string, startedAt: Date, end: RunEnd): string {
  const { exitCode, report, error, finishedAt } = end;
  const rows = report ? rowsOf(report) : undefined;
  const counts = rows
    ? `; read ${rows.read}${rows.skipped > 0 ? `, skipped ${rows.skipped}` : ''}, imported ${rows.landed}, rejected ${rows.rejected + rows.blocked}`
    : '';
  const files = report?.fileCopies ? `; ${fileCopiesText(report.fileCopies)}` : '';
  const why = error ? `: ${error.code}, ${error.message}` : '';
  const ms = finishedAt.getTime() - startedAt.getTime();
  return `${pipeline} ended with exit code ${exitCode} after ${duration(ms)}${counts}${files}${why}`;
}
