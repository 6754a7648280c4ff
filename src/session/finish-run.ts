import { exitCodes, type RunError } from '../errors/run-error.ts';
import { defined } from '../input/json/defined.ts';
import { applyRules, derivedPart } from '../report/result/apply-rules.ts';
import type { ChangedFields } from '../report/result/changed-fields.ts';
import { failedFilesText } from '../report/result/file-copies.ts';
import type { DeletedAtSource, Missing } from '../report/result/removed-counts.ts';
import {
  hasRejects,
  makeReport,
  type Report,
  type RequestCounts,
  reportedError,
} from '../report/result/report.ts';
import { verificationPart } from '../report/result/verification.ts';
import { errorBlock } from '../report/screen/error-block.ts';
import { summary } from '../report/screen/summary.ts';
import { writeHtmlReport, writeJsonReport } from '../report/write-report.ts';
import { retryHint, State, statePaths } from '../state/state.ts';
import type { Runtime, Stderr, Stdout } from '../terminal/context.ts';
import { fromHere, printableJson } from '../terminal/printable.ts';
import type { Delivery } from './deliver-plan.ts';
import type { RunTrace } from './runs/run-trace.ts';

/** A run that has ended, early or not. */
export type FinishedRun = Pick<
  Delivery,
  'session' | 'connection' | 'plan' | 'checkpoint' | 'ledger' | 'listeners' | 'copied'
> & {
  readonly trace: RunTrace;
  readonly startedAt: Date;
  /** Its requests, where they are not those of its session alone. */
  readonly requests?: RequestCounts;
  /** The error that ended it early. */
  readonly error: RunError | undefined;
  /**
   * The paths of the rejects files.
   * @default those of its own state
   */
  readonly rejects?: readonly string[];
  /** A sync: what was done with rows that no source has any more. */
  readonly missing?: Missing | undefined;
  /** A sync: the fields that it changes. */
  readonly changedFields?: ChangedFields | undefined;
  /** A sync: what was done with rows that were deleted at the source. */
  readonly deletedAtSource?: DeletedAtSource | undefined;
  /** Rows that were skipped because an equal row stands before them are a failure. */
  readonly strict?: boolean;
  /** Hints that help more than the usual hint of a code of rows, by code. */
  readonly hints?: Readonly<Record<string, string>>;
  /** Warnings in addition to those of the plan. */
  readonly warnings?: readonly string[];
  /** Counts and facts of the files of rows. */
  /** The next step, if it is not that of a whole run: when rows were rejected, and when all have landed. */
  readonly nextStep?: { readonly rejected: string; readonly landed: string };
};

/** Writes the report of a run, prints its result and returns its exit code. */
export async function finishRun(
  run: FinishedRun,
  context: Pick<Runtime, 'commandLine'> & Stdout & Stderr,
): Promise<number> {
  const { pipeline, state, system } = run.session;
  const { files } = system;
  const verification = await verificationPart(files, state.paths.verification);
  const made = { ...reportOf(run, context), ...verification };
  const report = applyRules(run.trace.completed(made, run.checkpoint), {
    // A retry has only a few of all rows, so thresholds in percent would mean nothing.
    thresholds: run.error || run.trace.command !== 'run' ? {} : pipeline.thresholds,
    isPart: run.nextStep !== undefined,
    strict: run.strict ? { unknownColumns: 0 } : undefined,
  });
  const unwritten =
    (await new State(pipeline.stateFolder, files).writeTokens(run.ledger)) ??
    (await writeJsonReport(files, state.paths.report, report)) ??
    (await writeHtmlReport(files, state.paths.page, report)) ??
    (await run.trace.keep(report));
  if (context.json) context.out(printableJson(report));
  else if (!context.quiet || report.exitCode !== 0)
    context.out(summary(report, { style: context.style, next: next(run, report), columns: context.width }));
  if (report.error) context.err(errorBlock({ where: run.error?.where, ...report.error }, context));
  if (unwritten && unwritten.code !== report.error?.code) context.err(errorBlock(unwritten, context));
  const exitCode = report.exitCode === exitCodes.ok && unwritten ? unwritten.exitCode : report.exitCode;
  for (const listener of run.listeners ?? [])
    listener.observe({
      type: 'run.finished',
      exitCode,
      ...(report.error ? { error: report.error } : {}),
      result: report,
    });
  return exitCode;
}

/** The report of a run, before the rules of the pipeline are applied. */
function reportOf(run: FinishedRun, { commandLine }: Pick<Runtime, 'commandLine'>): Report {
  const { session, plan, checkpoint, trace, error } = run;
  const { missing, changedFields, deletedAtSource, hints } = run;
  const { paths } = session.state;
  const rejects = run.rejects ?? session.state.rejectPaths(checkpoint);
  return makeReport({
    command: trace.command,
    pipeline: session.pipeline.name,
    file: trace.file,
    commandLine,
    exitCode: error?.exitCode ?? (hasRejects(checkpoint.steps) ? exitCodes.rejected : exitCodes.ok),
    ...(error ? { error: reportedError(error, trace.file) } : {}),
    target: run.connection.shown,
    startedAt: run.startedAt.toISOString(),
    finishedAt: new Date(session.system.clock.now()).toISOString(),
    steps: checkpoint.steps,
    retention: plan.retention,
    groupType: checkpoint.groupType ?? 'public',
    policies: session.pipeline.policies,
    requests: run.requests ?? session.requests.counts(plan),
    ...defined({ missing, changedFields, deletedAtSource, hints }),
    ...derivedPart(plan),
    ...run.copied?.files,
    warnings: [...plan.warnings, ...(run.warnings ?? []), ...skewWarning(run)],
    files: { rejects, ...archiveOf(run), report: paths.report, log: paths.log },
  });
}

const skewWarning = ({ connection: { skew } }: FinishedRun): readonly string[] =>
  skew.warning === undefined ? [] : [skew.warning];

/** The archive, if it has any message. */
function archiveOf({ session, checkpoint }: FinishedRun): { readonly archive?: string } {
  const { archive } = statePaths(session.pipeline.stateFolder);
  return (checkpoint.steps.messages?.archived ?? 0) > 0 ? { archive } : {};
}

function next(
  { session, trace, nextStep }: FinishedRun,
  { error, exitCode, files, fileCopies }: Report,
): string {
  const { pipeline } = session;
  const { file } = trace;
  if (error) return error.hint;
  const failed = failedFilesText(fileCopies, statePaths(pipeline.stateFolder).attachments);
  const after = (step: string): string => (failed === undefined ? step : `${failed}; ${step}`);
  if (nextStep) return after(exitCode === exitCodes.rejected ? nextStep.rejected : nextStep.landed);
  if (exitCode === exitCodes.rejected) return after(retryHint(files.rejects, file, pipeline));
  const anew = `chatferry undo ${file}  and then  chatferry run ${file}`;
  if (failed !== undefined)
    return pipeline.sync
      ? `${failed}; ask again for those of people, groups and new messages:  chatferry run ${file} --retry-files;  messages that were sent stay as they are, unless all is sent anew:  ${anew}`
      : `${failed}; rows that were sent stay as they are, unless all is sent anew:  ${anew}`;
  if (pipeline.target === 'sandbox') {
    const { sandbox } = statePaths(pipeline.stateFolder);
    return `nothing is left to do; see what arrived:  chatferry sandbox --data ${fromHere(sandbox)}`;
  }
  return `nothing is left to do; again at any time:  chatferry run ${file}`;
}
