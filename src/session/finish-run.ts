import { dirname, join } from 'node:path';
import type { Checkpoint } from '../delivery/checkpoint.ts';
import type { Plan } from '../delivery/plan.ts';
import { exitCodes, type RunError } from '../errors/run-error.ts';
import { entityNames } from '../input/entities/entity.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { applyRules } from '../report/result/apply-rules.ts';
import type { Missing } from '../report/result/report.ts';
import { hasRejects, makeReport, type Report } from '../report/result/report.ts';
import { errorBlock, summary } from '../report/screen/summary.ts';
import { writeHtmlReport, writeJsonReport } from '../report/write-report.ts';
import type { CommandContext } from '../terminal/context.ts';
import { fromHere, printable } from '../terminal/printable.ts';
import type { Connection } from './connect.ts';
import type { RequestTally } from './request-tally.ts';
import type { StatePaths } from './state-folder.ts';

export type FinishedRun = {
  readonly command: 'run' | 'rejects retry';
  readonly pipeline: Pipeline;
  readonly plan: Plan;
  readonly paths: StatePaths;
  readonly checkpoint: Checkpoint;
  /** The files that hold the rows which did not land. */
  readonly rejects: readonly string[];
  /** Where the embedded sandbox keeps what arrived. */
  readonly sandboxData: string;
  readonly connection: Pick<Connection, 'shown'>;
  readonly requests: RequestTally;
  readonly startedAt: Date;
  readonly error: RunError | undefined;
  /** A sync: what became of rows that no source has any more. */
  readonly missing?: Missing | undefined;
  /** Warnings beside those of the plan. */
  readonly warnings?: readonly string[];
  /** The pipeline file as typed. */
  readonly file: string;
};

/** The rejects files that a checkpoint claims, below a folder. */
export function rejectPaths(folder: string, { steps }: Checkpoint): string[] {
  return entityNames.flatMap((name) =>
    Object.keys(steps[name]?.rejects ?? {}).map((file) => join(folder, file)),
  );
}

/**
 * What to do about rejected rows; of several files, which lie together, the folder is named. The next night of a sync reads
 * the sources again: what is corrected elsewhere would be undone by it.
 */
export function retryHint(
  rejects: readonly string[],
  file: string,
  { sync }: Pick<Pipeline, 'sync'>,
): string {
  if (sync)
    return `correct these rows in the sources; the next night tries them again:  chatferry run ${file}`;
  const [first = ''] = rejects;
  const place = rejects.length === 1 ? first : dirname(first);
  return `correct the rows in ${printable(fromHere(place))}, then:  chatferry rejects retry ${file}`;
}

/** Writes the report of a run, prints its result and gives its exit code. */
export async function finishRun(parts: FinishedRun, context: CommandContext): Promise<number> {
  const { pipeline, plan, paths, checkpoint, rejects, error } = parts;
  const ended = error?.exitCode ?? (hasRejects(checkpoint.steps) ? exitCodes.rejected : exitCodes.ok);
  const found = makeReport({
    command: parts.command,
    pipeline: pipeline.name,
    commandLine: context.commandLine,
    exitCode: ended,
    ...(error ? { error: { code: error.code, message: error.message, hint: error.hint } } : {}),
    target: parts.connection.shown,
    startedAt: parts.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    steps: checkpoint.steps,
    requests: parts.requests.counts(plan),
    ...(parts.missing ? { missing: parts.missing } : {}),
    warnings: [...plan.warnings, ...(parts.warnings ?? [])],
    files: { rejects, report: paths.report, log: paths.log },
  });
  const report = applyRules(found, {
    // A retry brings a few rows of many: shares of them say nothing.
    thresholds: error || parts.command !== 'run' ? {} : pipeline.thresholds,
  });
  const unwritten =
    (await writeJsonReport(paths.report, report)) ?? (await writeHtmlReport(paths.page, report));
  if (context.json) context.out(`${JSON.stringify(report, null, 2)}\n`);
  else if (!context.quiet || report.exitCode !== 0)
    context.out(
      summary(report, {
        style: context.style,
        next: next(parts, report),
        columns: context.width,
      }),
    );
  if (report.error) context.err(errorBlock({ where: error?.where, ...report.error }, context.errStyle));
  if (unwritten) context.err(errorBlock(unwritten, context.errStyle));
  return report.exitCode === exitCodes.ok && unwritten ? unwritten.exitCode : report.exitCode;
}

function next({ file, pipeline, rejects, sandboxData }: FinishedRun, { error, exitCode }: Report): string {
  if (error) return error.hint;
  if (exitCode === exitCodes.rejected) return retryHint(rejects, file, pipeline);
  if (pipeline.target === 'sandbox')
    return `nothing is left to do; see what arrived:  chatferry sandbox --data ${fromHere(sandboxData)}`;
  return `nothing is left to do; again at any time:  chatferry run ${file}`;
}
