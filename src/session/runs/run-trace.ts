import { createHistogram } from 'node:perf_hooks';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { RunEvent } from '../../delivery/run.ts';
import {
  asRunError,
  cannotWrite,
  exitCodes,
  onlyRunError,
  RunError,
  runCodes,
} from '../../errors/run-error.ts';
import { writePrivate } from '../../files/private-file.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { StreamEvent } from '../../report/events/event-schema.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { Timeline } from '../../report/events/timeline.ts';
import { ChangeTally } from '../../report/result/changes.ts';
import { type Measures, makeReport, type Report, reportedError } from '../../report/result/report.ts';
import { writeHtmlReport, writeJsonReport } from '../../report/write-report.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import { State } from '../../state/state.ts';
import type { Clock } from '../../system/clock.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { Runtime } from '../../terminal/context.ts';
import { printableJson } from '../../terminal/printable.ts';
import { ChangeLog } from './change-log.ts';

/** Trace of a command in the folder `runs/<id>` of the state. */
export interface RunTrace extends TracedWork {
  readonly changes: ChangeLog;
  /** Measures the run, if it hears it. */
  readonly measures: RunListener;
  /** Adds to a report what the trace knows: its id and the changes, with the path of their list, the input files, and the measures. */
  completed(report: Report, checkpoint?: Checkpoint): Report;
  /** Keeps a completed report, then removes the oldest run. Returns an error instead of throwing it. */
  keep(report: Report): Promise<RunError | undefined>;
}

/** Command that is traced. */
export type TracedWork = {
  readonly command: Report['command'];
  /** The pipeline file as typed. */
  readonly file: string;
};

/** Part of a session that `traced` needs; the lock must be ours. */
type TracedSession = { readonly pipeline: Pipeline; readonly system: System };

/**
 * Does the work of a command with a trace, also if the work fails: then the trace has the error. Traces that killed commands
 * have left are completed first.
 * @throws RunError `STATE.UNWRITABLE` if the trace cannot be begun
 */
export async function traced(
  session: TracedSession,
  what: TracedWork,
  { commandLine }: Pick<Runtime, 'commandLine'>,
  work: (trace: RunTrace) => Promise<number>,
): Promise<number> {
  const { pipeline, system } = session;
  const { command, file } = what;
  const { files, clock } = system;
  const state = new State(pipeline.stateFolder, files);
  const { runs } = state;
  const startedAt = new Date(clock.now()).toISOString();
  await closeKilledRuns(pipeline, state, files);
  const id = await runs.nextId(system);
  using changes = await begin(runs, id, { version: 1, command, commandLine, startedAt }, files);
  const trace = { ...what, ...traceOf(runs, id, changes, system) };
  try {
    return await work(trace);
  } catch (error) {
    const ended = asRunError(error, 'BUG.UNEXPECTED', (error as Error).message);
    const report = makeReport({
      command,
      commandLine,
      startedAt,
      exitCode: ended.exitCode,
      pipeline: pipeline.name,
      error: reportedError(ended, file),
      target: {},
      finishedAt: new Date(clock.now()).toISOString(),
      steps: {},
      requests: NOT_COUNTED,
      warnings: [],
      files: { rejects: [] },
    });
    // The command ends with its own error, whatever becomes of its trace.
    await trace.keep(trace.completed(report));
    throw error;
  }
}

const NOT_COUNTED = { sent: 0, retried: 0, throttled: 0, floor: 0 };

/**
 * Writes the reports of runs that were killed, from what is known of them: how they began, the counts of the last saved
 * checkpoint, and the changes that they have listed. Call it with the lock held and before the checkpoint is replaced. What
 * cannot be written is left for the next command.
 */
async function closeKilledRuns(pipeline: Pipeline, state: State, files: Files): Promise<void> {
  for (const id of await state.runs.ids().catch(() => [])) await closeKilled(pipeline, state, id, files);
}

async function closeKilled(pipeline: Pipeline, state: State, id: string, files: Files): Promise<void> {
  const { begun } = await state.runs.read(id);
  if (!begun) return;
  const paths = state.runs.pathsOf(id);
  const { command, commandLine, startedAt } = begun;
  const { store } = command === 'rejects retry' ? state.retry : state;
  // Why it cannot be read, its own command says.
  const last = await store.load().catch(onlyRunError);
  const isKnown = last !== undefined && !(last instanceof RunError);
  // An older one is that of another run.
  const saved = isKnown && command !== 'undo' && last.savedAt >= startedAt ? last : undefined;
  const tally = new ChangeTally();
  for await (const change of state.runs.changesOf(id)) tally.add(change);
  const { cause, fix, exit } = runCodes['RUN.KILLED'];
  const report = makeReport({
    command,
    commandLine,
    startedAt,
    pipeline: pipeline.name,
    exitCode: exitCodes[exit],
    error: { code: 'RUN.KILLED', message: cause, hint: fix },
    target: saved?.target ?? {},
    finishedAt: saved?.savedAt ?? startedAt,
    steps: saved?.steps ?? {},
    requests: NOT_COUNTED,
    policies: pipeline.policies,
    warnings: ['requests were not counted; row counts are those of the last saved position'],
    files: { rejects: [], ...(tally.total > 0 ? { changes: paths.changes } : {}) },
    run: id,
    ...(tally.total > 0 ? { changes: tally.result(tally.total) } : {}),
  });
  if (!(await writeReports(files, paths, report)))
    await files.rm(paths.begun, { force: true }).catch(() => {});
}

/** Writes a report and its page into the folder of its run. */
const writeReports = async (files: Files, paths: ReturnType<State['runs']['pathsOf']>, report: Report) =>
  (await writeHtmlReport(files, paths.page, report)) ?? (await writeJsonReport(files, paths.report, report));

async function begin(
  runs: State['runs'],
  id: string,
  begun: Pick<Report, 'version' | 'command' | 'commandLine' | 'startedAt'>,
  files: Files,
): Promise<ChangeLog> {
  const paths = runs.pathsOf(id);
  try {
    await files.mkdir(paths.folder, { recursive: true, mode: 0o700 });
    await writePrivate(files, paths.begun, printableJson(begun));
    return new ChangeLog(paths.changes, files);
  } catch (error) {
    throw cannotWrite(error, paths.folder);
  }
}

function traceOf(
  runs: State['runs'],
  id: string,
  changes: ChangeLog,
  { files, clock }: Pick<System, 'files' | 'clock'>,
): Omit<RunTrace, keyof TracedWork> {
  const measures = new RunMeasures(clock);
  const paths = runs.pathsOf(id);
  return {
    changes,
    measures,
    completed(report, checkpoint) {
      const { result, failure } = changes;
      return {
        ...report,
        ...measures.result,
        run: id,
        ...(checkpoint ? { inputs: checkpoint.inputs.map(inputShown) } : {}),
        ...(result.total > 0 ? { changes: result } : {}),
        warnings: [...report.warnings, ...(failure === undefined ? [] : [failure])],
        files: { ...report.files, ...(result.total > 0 ? { changes: paths.changes } : {}) },
      };
    },
    async keep(report) {
      changes[Symbol.dispose]();
      const unwritten = await writeReports(files, paths, report);
      if (unwritten) return unwritten;
      try {
        await files.rm(paths.begun, { force: true });
        await runs.removeOld(id);
        return undefined;
      } catch (error) {
        return cannotWrite(error, runs.folder, 'tidied');
      }
    },
  };
}

const inputShown = ({ entity, path, bytes, mtimeMs, sha256 }: Checkpoint['inputs'][number]) => ({
  entity,
  path,
  bytes,
  modifiedAt: new Date(mtimeMs).toISOString(),
  ...(sha256 === '' ? {} : { sha256 }),
});

/** A bar for each can still be told apart; in a document they are some hundred lines. */
const SPANS = { spanMs: 1_000, most: 120 } as const;
/** Buckets that differ by 1 %, up to an hour: 50 KB. */
const BUCKETS = { lowest: 1, highest: 3_600_000, figures: 2 } as const;

/** Measures a run for its report: what happened when, and how long requests took. */
class RunMeasures implements RunListener {
  readonly everyMs = 1_000;
  readonly #timeline: Timeline;
  readonly #latency = createHistogram(BUCKETS);

  constructor(clock: Clock) {
    this.#timeline = new Timeline(SPANS, clock);
  }

  readonly observe = (event: StreamEvent): void => this.#timeline.observe(event);

  readonly follow = (event: RunEvent | TransportEvent): void => {
    this.#timeline.follow(event);
    if (event.type === 'tried')
      this.#latency.record(Math.min(BUCKETS.highest, Math.max(1, Math.round(event.ms))));
  };

  /** The measures until now. */
  get result(): Measures {
    const latency = this.#latency;
    if (latency.count === 0) return {};
    const { points, spanMs } = this.#timeline;
    return {
      timeline: {
        spanSeconds: spanMs / 1_000,
        rows: points.map(({ rows }) => rows),
        throttled: points.map(({ throttled }) => throttled),
        retried: points.map(({ retried }) => retried),
        paused: points.map(({ paused }) => paused),
      },
      latency: {
        count: latency.count,
        p50: latency.percentile(50),
        p95: latency.percentile(95),
        p99: latency.percentile(99),
        max: latency.max,
      },
    };
  }
}
