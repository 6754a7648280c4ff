import { rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Checkpoint } from './checkpoint.ts';
import type { CommandContext } from './command.ts';
import { type EntityName, entityNames } from './entity.ts';
import { exitCodes, RunError } from './errors.ts';
import type { TransportEvent } from './open-transport.ts';
import type { Pipeline } from './pipeline.ts';
import type { Plan } from './plan.ts';
import { hasRejects, makeReport, type Report, type RequestCounts } from './report.ts';
import type { RunEvent } from './run.ts';
import type { StatePaths } from './state.ts';
import { errorBlock, summary } from './summary.ts';
import { fromHere, printable } from './terminal-text.ts';

/** Counts the write requests of one invocation, and the rows they were for. */
export class RequestTally {
  #sent = 0;
  #retried = 0;
  #throttled = 0;
  readonly #rows = new Map<EntityName, number>();

  observe(event: RunEvent | TransportEvent): void {
    if (event.type === 'tried' && event.request.method !== 'GET') this.#sent++;
    else if (event.type === 'retried') event.throttled ? this.#throttled++ : this.#retried++;
    else if (event.type === 'committed')
      this.#rows.set(event.entity, (this.#rows.get(event.entity) ?? 0) + event.rows.filter(wasSent).length);
  }

  counts(plan: Plan): RequestCounts {
    const floor = plan.steps.reduce(
      (sum, { entity, route }) => sum + Math.ceil((this.#rows.get(entity.name) ?? 0) / route.maxItems),
      0,
    );
    return { sent: this.#sent, retried: this.#retried, throttled: this.#throttled, floor };
  }
}

const wasSent = ({ valid, outcome }: { valid: boolean; outcome: { status: string } }): boolean =>
  valid && outcome.status !== 'blocked' && outcome.status !== 'skipped';

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
  readonly shown: Readonly<Record<string, string>>;
  readonly requests: RequestTally;
  readonly startedAt: Date;
  readonly error: RunError | undefined;
  /** The pipeline file as typed. */
  readonly file: string;
};

/** The rejects files that a checkpoint claims, below a folder. */
export function rejectPaths(folder: string, { steps }: Checkpoint): string[] {
  return entityNames.flatMap((name) =>
    Object.keys(steps[name]?.rejects ?? {}).map((file) => join(folder, file)),
  );
}

/** What to do about rejected rows; of several files, which lie together, the folder is named. */
export function retryHint(rejects: readonly string[], file: string): string {
  const [first = ''] = rejects;
  const place = rejects.length === 1 ? first : dirname(first);
  return `correct the rows in ${printable(fromHere(place))}, then:  chatferry rejects retry ${file}`;
}

/** Writes the report of a run, prints its result and gives its exit code. */
export async function finishRun(parts: FinishParts, context: CommandContext): Promise<number> {
  const { pipeline, plan, paths, checkpoint, rejects, error } = parts;
  const exitCode = error?.exitCode ?? (hasRejects(checkpoint.steps) ? exitCodes.rejected : exitCodes.ok);
  const report = makeReport({
    command: parts.command,
    pipeline: pipeline.name,
    exitCode,
    ...(error ? { error: { code: error.code, message: error.message, hint: error.hint } } : {}),
    target: parts.shown,
    startedAt: parts.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    steps: checkpoint.steps,
    requests: parts.requests.counts(plan),
    warnings: [...plan.warnings],
    files: { rejects, report: paths.report, log: paths.log },
  });
  const unwritten = await writeReport(paths.report, report);
  if (context.json) context.out(`${JSON.stringify(report, null, 2)}\n`);
  else if (!context.quiet || exitCode !== 0)
    context.out(summary(report, context.style, next(parts, exitCode)));
  if (error) context.err(errorBlock(error, context.errStyle));
  if (unwritten) context.err(errorBlock(unwritten, context.errStyle));
  return exitCode === exitCodes.ok && unwritten ? unwritten.exitCode : exitCode;
}

/** Gives the error instead of throwing it: the result is still to be printed. */
async function writeReport(path: string, report: Report): Promise<RunError | undefined> {
  try {
    await writeFile(`${path}.next`, `${JSON.stringify(report, null, 2)}\n`, { mode: 0o600 });
    await rename(`${path}.next`, path);
    return undefined;
  } catch (cause) {
    const message = `the report ${path} cannot be written: ${(cause as Error).message}`;
    return new RunError('STATE.UNWRITABLE', message, { cause });
  }
}

function next({ file, error, pipeline, rejects, sandboxData }: FinishParts, exitCode: number): string {
  if (error) return error.hint;
  if (exitCode === exitCodes.rejected) return retryHint(rejects, file);
  if (pipeline.target === 'sandbox')
    return `nothing is left to do; see what arrived:  chatferry sandbox --data ${fromHere(sandboxData)}`;
  return `nothing is left to do; again at any time:  chatferry run ${file}`;
}
