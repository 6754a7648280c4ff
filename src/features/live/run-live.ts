import { type ErrorDocument, exitCodes, RunError, usageError } from '../../errors/run-error.ts';
import { toRunError } from '../../files/to-run-error.ts';
import { openPipelineFile } from '../../pipeline/code/open-pipeline.ts';
import { eventWriter } from '../../report/events/event-writer.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { makeReport, type Report, reportedError } from '../../report/result/report.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { openKept } from '../../state/open-kept.ts';
import { printableJson } from '../../terminal/printable.ts';
import { notify, requireOwnNotifiers } from '../run/monitoring/notify/notify.ts';
import { classOf } from '../run/monitoring/run-end.ts';
import { savedDocument } from './phases/documents/live-document.ts';
import type { LiveAnswer } from './phases/documents/requests.ts';
import { liveProcess } from './phases/live-process.ts';
import { LIVE_TIMES, type LiveContext, type LiveTimes } from './phases/live-session.ts';
import { liveText } from './phases/live-text.ts';
import { type LiveAudience, LiveNews } from './phases/news.ts';

/** Options of `chatferry live`. */
export type RunLiveOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  /** Starts without asking. */
  readonly yes: boolean;
  readonly allowNotifications: boolean;
  /** True if nobody waits for a first event of each side. */
  readonly unproven: boolean;
  /** When the export was made, milliseconds since 1970. */
  readonly exportedAt?: number | undefined;
  /** Ends once this phase is entered. */
  readonly until?: 'live' | 'switched' | undefined;
  readonly maxDurationMs?: number | undefined;
  /** Prints events on standard output, NDJSON; the result goes to standard error. */
  readonly events: boolean;
  /** Others that hear of it, besides the events that are printed. */
  readonly listeners?: readonly RunListener[];
  /** The file that gets metrics for Prometheus. */
  readonly metrics?: string | undefined;
  /** The port of the page that shows it, 0 for a free one; undefined for no page. */
  readonly dashboard?: number | undefined;
  /** @default LIVE_TIMES */
  readonly times?: LiveTimes | undefined;
};

/**
 * Keeps the old system of a pipeline and the service alike while people move, until they have. Returns the exit code.
 * @throws RunError `LIVE.*` and others for what cannot even begin
 */
export async function runLive(options: RunLiveOptions, context: LiveContext): Promise<number> {
  if (options.events && context.json)
    throw usageError('--events and --json both use standard output', {
      hint: 'the last event of --events contains the result',
    });
  const { clock } = context.system;
  const pipeline = await openPipelineFile(options.pipeline, context);
  await requireOwnNotifiers(pipeline, context);
  const writer = options.events ? eventWriter(context.out, clock) : undefined;
  const shown = writer ? { ...context, out: context.err, style: context.errStyle, json: false } : context;
  const listeners = [...(options.listeners ?? []), ...(writer ? [writer] : [])];
  const startedAt = new Date(clock.now());
  const about = { pipeline: pipeline.name, startedAt };
  let told = notify({ ...about, class: 'start' }, pipeline, context);
  const alarm = (news: string): void => {
    told = told.then(() => notify({ ...about, class: 'live', news }, pipeline, context));
  };
  const metrics =
    options.metrics === undefined
      ? undefined
      : (await import('./phases/live-metrics.ts')).liveMetrics(options.metrics, pipeline.name, context);
  await using dashboard =
    options.dashboard === undefined
      ? undefined
      : await (await import('./phases/live-dashboard.ts')).liveDashboard(
          pipeline.name,
          options.dashboard,
          context,
        );
  const all = dashboard ? [...listeners, dashboard.bulk] : listeners;
  const take: LiveAudience['take'] = (document, answers) => {
    metrics?.take(document, answers);
    dashboard?.take(document);
  };
  const news = new LiveNews(shown, {
    listeners,
    alarm,
    take,
    said: (sentence) => dashboard?.said(sentence),
  });
  const ended = await answerOf(options, news, all, shown);
  news.end();
  const report = await reportOf(options, startedAt, ended, shown);
  const { exitCode } = ended;
  const error = report.error ? { error: report.error } : {};
  dashboard?.end(report.live, { exitCode, ...error });
  for (const each of listeners) each.observe({ type: 'run.finished', exitCode, ...error, result: report });
  await metrics?.close();
  const end = { exitCode, finishedAt: new Date(clock.now()), report, ...error };
  await told.then(() => notify({ ...about, class: classOf(exitCode), end }, pipeline, context));
  if (shown.json) shown.out(printableJson(report));
  // What could not begin says nothing of how both systems are.
  else if (report.live && exitCode !== exitCodes.precondition)
    shown.out(
      liveText({ name: report.pipeline, isDelivered: false, ...report.live }, options.pipeline, shown),
    );
  if (ended.error && !ended.isSaid) shown.err(errorBlock(ended.error, shown));
  return exitCode;
}

type Ended = {
  readonly exitCode: number;
  readonly answer?: LiveAnswer;
  readonly error?: RunError;
  /** True if the bulk run has printed the error. */
  readonly isSaid?: boolean;
};

async function answerOf(
  options: RunLiveOptions,
  news: LiveNews,
  listeners: readonly RunListener[],
  context: LiveContext,
): Promise<Ended> {
  const { pipeline: file, times = LIVE_TIMES } = options;
  const bulk: { failed?: ErrorDocument | undefined } = {};
  const listener = inBulk(listeners, (error) => {
    bulk.failed = error;
  });
  try {
    const answer = await liveProcess({ ...options, file, receives: true, times, news, listener }, context);
    for (const notice of answer.notices ?? []) news.say(notice);
    const { failed } = bulk;
    if (failed && answer.live.phase === 'bulk' && answer.exitCode !== exitCodes.ok) {
      const error = new RunError(failed.code as RunError['code'], failed.message, { hint: failed.hint });
      return { exitCode: answer.exitCode, answer, error, isSaid: true };
    }
    return { exitCode: answer.exitCode, answer, ...errorOf(answer) };
  } catch (thrown) {
    const reason: unknown = context.signal.aborted ? context.signal.reason : thrown;
    const error = toRunError(reason, context);
    return { exitCode: error.exitCode, error };
  }
}

/** The error that decided the exit code of an answer. */
function errorOf({ exitCode }: LiveAnswer): { readonly error?: RunError } {
  if (exitCode !== exitCodes.rejected) return {};
  return { error: new RunError('LIVE.DEAD', 'some events could not be written') };
}

/** The bulk run ends, and what hears of it goes on. @param ended hears the error that ended it, if one did */
const inBulk = (
  listeners: readonly RunListener[],
  ended: (error: ErrorDocument | undefined) => void,
): RunListener => ({
  everyMs: Math.min(1_000, ...listeners.map(({ everyMs }) => everyMs)),
  observe: (event) => {
    if (event.type === 'run.finished') ended(event.error);
    else for (const each of listeners) each.observe(event);
  },
  follow: (event) => {
    for (const each of listeners) each.follow?.(event);
  },
});

/** The result: its rows are those of the bulk run, which has a report of its own. */
async function reportOf(
  { pipeline: file }: RunLiveOptions,
  startedAt: Date,
  { exitCode, answer, error }: Ended,
  context: LiveContext,
): Promise<Report> {
  await using kept = await openKept(file, context);
  const { pipeline, state } = kept;
  const now = context.system.clock.now();
  const shown = answer?.live ?? savedDocument(state.kept, now);
  const { target } = pipeline;
  const named = typeof target === 'object' ? { appId: target.appId ?? '', baseUrl: target.baseUrl } : {};
  return makeReport({
    command: 'live',
    pipeline: pipeline.name,
    commandLine: context.commandLine,
    exitCode,
    ...(error ? { error: reportedError(error, file) } : {}),
    target: named,
    startedAt: startedAt.toISOString(),
    finishedAt: new Date(now).toISOString(),
    steps: {},
    requests: { sent: 0, retried: 0, throttled: 0, floor: 0 },
    ...(shown ? { live: shown } : {}),
    warnings: [],
    files: { rejects: [] },
  });
}
