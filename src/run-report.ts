import { dirname, join } from 'node:path';
import type { Checkpoint } from './checkpoint.ts';
import type { CommandContext } from './command.ts';
import type { Connection } from './connect.ts';
import { type EntityName, entityNames } from './entity.ts';
import { exitCodes, type RunError } from './errors.ts';
import type { Settled } from './in-flight.ts';
import type { Missing } from './missing.ts';
import type { TransportEvent } from './open-transport.ts';
import type { Outcome } from './outcome.ts';
import type { Pipeline } from './pipeline.ts';
import { hasRejects, makeReport, type Report, type RequestCounts } from './report.ts';
import { writeHtmlReport, writeJsonReport } from './report-files.ts';
import type { RunEvent } from './run.ts';
import type { StatePaths } from './state.ts';
import type { Plan } from './step.ts';
import { errorBlock, summary } from './summary.ts';
import { fromHere, printable } from './terminal-text.ts';
import { judged } from './verdict.ts';

/** Counts the write requests of one invocation, and the rows they were for. */
export class RequestTally {
  #sent = 0;
  #retried = 0;
  #throttled = 0;
  /** Requests that carry one row, whatever others there are. */
  #single = 0;
  readonly #rows = new Map<EntityName, number>();

  observe(event: RunEvent | TransportEvent): void {
    if (event.type === 'tried' && event.request.method !== 'GET') this.#sent++;
    else if (event.type === 'retried') event.throttled ? this.#throttled++ : this.#retried++;
    else if (event.type === 'committed') this.#count(event);
  }

  #count({ entity, rows }: Extract<RunEvent, { type: 'committed' }>): void {
    const sent = rows.filter(wasSent);
    const changed = sent.filter(({ outcome }) => outcome.status === 'updated').length;
    this.#single += changed;
    this.#rows.set(entity, (this.#rows.get(entity) ?? 0) + sent.length - changed);
  }

  /** Counts a row that left the service by a request of its own. */
  countRemoved(): void {
    this.#single++;
  }

  counts(plan: Plan): RequestCounts {
    const floor = plan.steps.reduce(
      (sum, { entity, route }) => sum + Math.ceil((this.#rows.get(entity.name) ?? 0) / route.maxItems),
      this.#single,
    );
    return { sent: this.#sent, retried: this.#retried, throttled: this.#throttled, floor };
  }
}

const NEVER_SENT = new Set<Outcome['status']>(['blocked', 'skipped', 'unchanged']);

const wasSent = ({ valid, outcome }: Settled): boolean =>
  valid &&
  !NEVER_SENT.has(outcome.status) &&
  !(outcome.status === 'rejected' && outcome.problems.some(({ code }) => code.startsWith('SYNC.')));

export type FinishParts = {
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
export async function finishRun(parts: FinishParts, context: CommandContext): Promise<number> {
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
  const report = judged(found, {
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

function next({ file, pipeline, rejects, sandboxData }: FinishParts, { error, exitCode }: Report): string {
  if (error) return error.hint;
  if (exitCode === exitCodes.rejected) return retryHint(rejects, file, pipeline);
  if (pipeline.target === 'sandbox')
    return `nothing is left to do; see what arrived:  chatferry sandbox --data ${fromHere(sandboxData)}`;
  return `nothing is left to do; again at any time:  chatferry run ${file}`;
}
