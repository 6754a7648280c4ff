import { exitCodes } from '../../errors/run-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { applyRules, derivedPart } from '../../report/result/apply-rules.ts';
import { failedFilesText } from '../../report/result/file-copies.ts';
import { makeReport, type Report, reportedError } from '../../report/result/report.ts';
import { errorBlock } from '../../report/screen/error-block.ts';
import { summary } from '../../report/screen/summary.ts';
import { planOptions } from '../../session/connect.ts';
import { openSession, type Session } from '../../session/open-session.ts';
import { stateWorkplace } from '../../session/workplace/workplace.ts';
import { openKnownLedger } from '../../state/claims.ts';
import { hasBegun } from '../../state/open-checkpoint.ts';
import { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { printableJson } from '../../terminal/printable.ts';

/** Options of a run that only copies files. */
type FilesRun = Omit<Parameters<Session['copyFiles']>[1], 'hasSent' | 'sent' | 'filesOnly'> & {
  readonly pipeline: string;
  readonly strict: boolean;
};

const NO_REQUESTS = { sent: 0, retried: 0, throttled: 0, floor: 0 };

/**
 * Copies the files of a pipeline's rows and writes no row: days before a move, so that the move itself is short. Needs no key
 * of the service. The report of the last run stays. Returns the exit code.
 * @throws RunError `SOURCE.*`, `STATE.*`, `FILES.*`
 */
export async function runFiles(
  pipeline: Pipeline,
  options: FilesRun,
  startedAt: Date,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const state = new State(pipeline.stateFolder, context.system.files);
  const before = pipeline.sync ? undefined : await state.store.load();
  const nowMs = before ? Date.parse(before.startedAt) : startedAt.getTime();
  await using workplace = stateWorkplace(pipeline, context, before === undefined, {
    listeners: options.listeners,
  });
  const plan = await openPlan(pipeline, planOptions(pipeline, workplace, nowMs, options.strict));
  await using session = await openSession(pipeline, state, context, workplace.lock);
  state.requireJoined();
  const hasSent = before !== undefined && hasBegun(before);
  using sent = await ledgerOf(state, session.system);
  const copied = await session.copyFiles(plan, { ...options, hasSent, sent, filesOnly: true });
  const { pipeline: file } = options;
  const error = copied?.error;
  const report = applyRules(
    makeReport({
      command: 'run',
      pipeline: pipeline.name,
      commandLine: context.commandLine,
      exitCode: error?.exitCode ?? exitCodes.ok,
      ...(error ? { error: reportedError(error, file) } : {}),
      target: {},
      startedAt: startedAt.toISOString(),
      finishedAt: new Date(session.system.clock.now()).toISOString(),
      steps: {},
      requests: NO_REQUESTS,
      ...derivedPart(plan),
      ...copied?.files,
      warnings: [...plan.warnings],
      files: { rejects: [] },
    }),
    { thresholds: error ? {} : pipeline.thresholds, isPart: true },
  );
  show(report, nextStep(report, { file, hasSent, list: state.paths.attachments }), context);
  for (const listener of options.listeners ?? [])
    listener.observe({
      type: 'run.finished',
      exitCode: report.exitCode,
      ...(report.error ? { error: report.error } : {}),
      result: report,
    });
  return report.exitCode;
}

/** The ledger of what was sent; undefined if nothing was. */
async function ledgerOf(state: State, system: System): Promise<Ledger | undefined> {
  if (!(await hasLedger(state.ledger, system.files))) return undefined;
  return await openKnownLedger(state.ledger, [await state.store.load()], system);
}

/** @param run `hasSent`: rows that were sent stay as they are; `list`: path of the list of files */
function nextStep(
  { fileCopies }: Report,
  run: { readonly file: string; readonly hasSent: boolean; readonly list: string },
): string {
  const failed = failedFilesText(fileCopies, run.list);
  const write = `write the rows:  chatferry run ${run.file}`;
  if (failed === undefined) return write;
  return run.hasSent
    ? `${failed}; rows that were sent stay as they are; ${write}`
    : `${failed}; ask again:  chatferry run ${run.file} --only files --retry-files;  ${write}`;
}

function show(report: Report, next: string, context: Stdout & Stderr): void {
  const { style, width: columns } = context;
  if (context.json) context.out(printableJson(report));
  else if (!context.quiet || report.exitCode !== exitCodes.ok)
    context.out(summary(report, { style, next: report.error?.hint ?? next, columns }));
  if (report.error) context.err(errorBlock(report.error, context));
}
