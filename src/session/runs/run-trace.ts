import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { asRunError, exitCodes, RunError } from '../../errors/run-error.ts';
import type { Lock } from '../../files/lock.ts';
import { writePrivate } from '../../files/private-file.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { makeReport, type Report } from '../../report/result/report.ts';
import { writeHtmlReport, writeJsonReport } from '../../report/write-report.ts';
import { type State, statePaths } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { jsonText } from '../../terminal/printable.ts';
import { openSession, type Session } from '../open-session.ts';
import { clearWorkplace } from '../workplace/workplace.ts';
import { ChangeLog } from './change-log.ts';
import { type BegunRun, keptRunIds, removeOldRuns, runPaths } from './kept-runs.ts';
import { closeKilledRuns } from './killed-runs.ts';
import { newRunId } from './run-id.ts';
import { RunMeasures } from './run-measures.ts';

/** Trace of a command in the folder `runs/<id>` of the state. */
export interface RunTrace {
  readonly changes: ChangeLog;
  /** Measures the run, if it hears it. */
  readonly measures: RunListener;
  /** Adds to a report what the trace knows: its id and the changes, with the path of their list, the input files, and the measures. */
  completed(report: Report, checkpoint?: Checkpoint): Report;
  /** Keeps a completed report, then removes the oldest run. Returns an error instead of throwing it. */
  keep(report: Report): Promise<RunError | undefined>;
}

/** Part of a session that `traced` needs; the lock must be ours. */
export type TracedSession = Pick<Session, 'pipeline' | 'system'>;

/**
 * Does the work of a command with a trace, also if the work fails: then the trace has the error. Traces that killed commands
 * have left are completed first.
 * @param file the pipeline file as typed
 * @throws RunError `STATE.UNWRITABLE` if the trace cannot be begun
 */
export async function traced(
  session: TracedSession,
  { command, file }: { readonly command: Report['command']; readonly file: string },
  { commandLine }: Pick<CommandContext, 'commandLine'>,
  work: (trace: RunTrace) => Promise<number>,
): Promise<number> {
  const { pipeline, system } = session;
  const { files, clock } = system;
  const { runs } = statePaths(pipeline.stateFolder);
  const startedAt = new Date(clock.now()).toISOString();
  await closeKilledRuns(pipeline, files);
  const begun: BegunRun = { version: 1, command, commandLine, startedAt };
  const id = newRunId((await keptRunIds(runs, files)).at(-1), system);
  using changes = await begin(runs, id, begun, files);
  const trace = traceOf(runs, id, changes, session.system);
  try {
    return await work(trace);
  } catch (error) {
    const { code, message, hint, exitCode } =
      error instanceof RunError ? error : asRunError(error, 'BUG.UNEXPECTED', (error as Error).message);
    const report = makeReport({
      command,
      commandLine,
      startedAt,
      exitCode,
      pipeline: pipeline.name,
      error: { code, message, hint: hint.replaceAll('<pipeline>', file) },
      target: {},
      finishedAt: new Date(clock.now()).toISOString(),
      steps: {},
      requests: { sent: 0, retried: 0, throttled: 0, floor: 0 },
      warnings: [],
      files: { rejects: [] },
    });
    // The command ends with its own error, whatever becomes of its trace.
    await trace.keep(trace.completed(report));
    throw error;
  }
}

/** Session that `inTracedSession` opens. */
type Opening = {
  readonly pipeline: Pipeline;
  readonly state: State;
  /** The lock of the pipeline, if the caller has taken it; it then stays the caller's. */
  readonly lock?: Lock | undefined;
  readonly command: 'run' | 'rejects retry';
  /** The pipeline file as typed. */
  readonly file: string;
};

/**
 * Does the work of a command that writes rows, in a session on a state and with a trace; if it ends with 0, what was prepared
 * for it is removed. Returns the exit code.
 * @throws RunError those of `openSession` and `traced`, `STATE.SHARDED`
 */
export async function inTracedSession(
  { pipeline, state, lock, command, file }: Opening,
  context: CommandContext,
  work: (session: Session, trace: RunTrace) => Promise<number>,
): Promise<number> {
  await using session = await openSession(pipeline, state, context, lock);
  // With the lock: another process may have divided the rows since this one has looked.
  session.state.requireJoined();
  // Awaited here: resources disposed on return must outlive the report.
  const exitCode = await traced(session, { command, file }, context, (trace) => work(session, trace));
  if (exitCode === exitCodes.ok) await clearWorkplace(pipeline, session.system.files);
  return exitCode;
}

async function begin(runs: string, id: string, begun: BegunRun, files: Files): Promise<ChangeLog> {
  const paths = runPaths(runs, id);
  try {
    await files.mkdir(paths.folder, { recursive: true, mode: 0o700 });
    await writePrivate(files, paths.begun, jsonText(begun));
    return new ChangeLog(paths.changes, files);
  } catch (error) {
    throw asRunError(
      error,
      'STATE.UNWRITABLE',
      `${paths.folder} cannot be written: ${(error as Error).message}`,
    );
  }
}

function traceOf(
  runs: string,
  id: string,
  changes: ChangeLog,
  { files, clock }: Pick<System, 'files' | 'clock'>,
): RunTrace {
  const measures = new RunMeasures(clock);
  const paths = runPaths(runs, id);
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
      const unwritten =
        (await writeHtmlReport(files, paths.page, report)) ??
        (await writeJsonReport(files, paths.report, report));
      if (unwritten) return unwritten;
      try {
        await files.rm(paths.begun, { force: true });
        await removeOldRuns(runs, id, files);
        return undefined;
      } catch (error) {
        return asRunError(error, 'STATE.UNWRITABLE', `${runs} cannot be tidied: ${(error as Error).message}`);
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
