import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Checkpoint } from '../checkpoint.ts';
import type { CommandContext } from '../command.ts';
import { type Connection, connect, routesOf } from '../connect.ts';
import { entityNames } from '../entity.ts';
import { exitCodes, RunError } from '../errors.ts';
import { stampsIn } from '../key-file.ts';
import { takeLock } from '../lock.ts';
import { openReader } from '../open-reader.ts';
import type { TransportEvent } from '../open-transport.ts';
import { loadPipeline, type Pipeline } from '../pipeline.ts';
import { makePlan } from '../plan.ts';
import { writePrivate } from '../private-file.ts';
import { hasRejects } from '../report.ts';
import type { Budget } from '../route.ts';
import { fingerprintOf } from '../sources/fingerprint.ts';
import { isDone, makeStateFolder, type StatePaths, statePaths } from '../state.ts';
import type { Plan } from '../step.ts';
import { fileStore } from '../stores/file.ts';
import { fromHere, printable } from '../terminal-text.ts';
import {
  compareWithService,
  expectPlan,
  type Verification,
  type VerificationOptions,
} from '../verification.ts';
import { DifferenceFile } from '../verify/difference-file.ts';
import { readingProgress } from '../verify/reading-progress.ts';
import { UNSEEN } from '../verify/row-form.ts';
import type { SampleSize } from '../verify/sample.ts';
import { openScratchFile } from '../verify/scratch-file.ts';
import { hasDifferences, type VerificationReport, verifiedOf } from '../verify/verification-report.ts';
import { costLine, verificationSummary } from '../verify/verification-summary.ts';

export type VerifyOptions = {
  readonly pipeline: string;
  readonly quick: boolean;
  readonly sample: SampleSize | undefined;
  readonly oneWay: boolean;
};

const MINUTE_MS = 60_000;

/** Reads back what the service holds and compares it with the sources, both ways. Sends nothing but reads. */
export async function verify(options: VerifyOptions, context: CommandContext): Promise<number> {
  const startedAt = new Date();
  const pipeline = loadPipeline(options.pipeline, context.env);
  if (!pipeline.target)
    throw new RunError('CONFIG.TARGET_MISSING', 'the pipeline has no target to compare with', {
      where: { file: pipeline.file },
    });
  const paths = statePaths(pipeline.stateFolder);
  const checkpoint = await fileStore(paths.checkpoint).load();
  // Ages are counted from when the run began, as the run did.
  const nowMs = checkpoint ? Date.parse(checkpoint.startedAt) : startedAt.getTime();
  const plan = await makePlan(pipeline, { routes: routesOf(pipeline), nowMs, strict: false });
  await makeStateFolder(paths);
  await using stack = new AsyncDisposableStack();
  // The data of a sandbox belongs to one process at a time; a hosted service may be read while a run writes.
  if (pipeline.target === 'sandbox') stack.use(await takeLock(paths.lock, context.commandLine));
  const connection = stack.use(await connect(pipeline, paths.sandbox, context.env));
  const report = await compare(
    { options, pipeline, plan, paths, connection, checkpoint, startedAt },
    context,
  );
  if (context.json) context.out(`${JSON.stringify(report, null, 2)}\n`);
  else if (!context.quiet || report.exitCode !== 0)
    context.out(
      verificationSummary(report, {
        style: context.style,
        columns: context.width,
        next: nextStep(report, options.pipeline, checkpoint),
      }),
    );
  return report.exitCode;
}

type Parts = {
  readonly options: VerifyOptions;
  readonly pipeline: Pipeline;
  readonly plan: Plan;
  readonly paths: StatePaths;
  readonly connection: Connection;
  readonly checkpoint: Checkpoint | undefined;
  readonly startedAt: Date;
};

async function compare(parts: Parts, context: CommandContext): Promise<VerificationReport> {
  const { options, pipeline, plan, paths, connection } = parts;
  const signal = AbortSignal.any([context.signal, ...(connection.lost ? [connection.lost] : [])]);
  const budget = connection.target.budgets['standard'] as Budget;
  const how: VerificationOptions = {
    quick: options.quick,
    sample: options.sample,
    oneWay: options.oneWay,
    sync: pipeline.sync && { missingDeactivated: pipeline.sync.onMissing === 'deactivate' },
    ownersJoin: connection.target.name === 'rest',
    concurrency: pipeline.limits.concurrency,
    requestsPerMinute: (budget.requests / budget.perMs) * MINUTE_MS,
    landed: (entity) =>
      stampsIn(join(paths.keys, `${entity}.bin`), parts.checkpoint?.steps[entity]?.keyBytes ?? 0),
    signal,
  };
  const tell = context.quiet ? () => {} : context.err;
  using scratch = await openScratchFile(paths.folder);
  const expectations = await expectPlan(plan, scratch.db, how);
  tell(costLine(expectations.cost));
  const requests = new ReadTally();
  await using opened = openReader(
    connection,
    budget,
    pipeline.limits.timeoutSeconds * 1_000,
    requests.observe,
    signal,
  );
  using progress = readingProgress(tell);
  const path = join(paths.folder, 'verify.ndjson');
  await using all = await DifferenceFile.open(path);
  const found = await compareWithService(expectations, plan, scratch.db, opened.reader, how, {
    tick: progress.tick,
    onDifference: (one) => all.add(one),
  });
  await all.complete();
  const { entities } = found;
  const differ = hasDifferences(entities, options.oneWay);
  const report: VerificationReport = {
    version: 1,
    command: 'verify',
    pipeline: pipeline.name,
    exitCode: differ ? exitCodes.different : exitCodes.ok,
    mode: options.quick ? 'quick' : options.sample ? 'sample' : 'full',
    oneWay: options.oneWay,
    units: options.quick
      ? { members: 'groups, by their members', messages: 'conversations, by their end' }
      : {},
    ...(expectations.sample ? { sample: expectations.sample } : {}),
    target: connection.shown,
    startedAt: parts.startedAt.toISOString(),
    finishedAt: new Date().toISOString(),
    verified: verifiedOf(entities),
    entities,
    ...leftOut(found, plan),
    writtenByService: found.written,
    requests: { expected: expectations.cost, ...requests.counts },
    differences: found.groups.all(),
    inputs: await inputsOf(plan, parts.checkpoint, signal),
    files: { report: join(paths.folder, 'verify.json'), differences: path },
  };
  await writePrivate(report.files.report, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

/** Requests as they were made. */
class ReadTally {
  readonly counts = { sent: 0, retried: 0, throttled: 0 };

  readonly observe = (event: TransportEvent): void => {
    if (event.type === 'tried') this.counts.sent++;
    else if (event.type === 'retried') event.throttled ? this.counts.throttled++ : this.counts.retried++;
  };
}

/** What was not compared, and why. */
function leftOut(
  { sources }: Verification,
  { steps }: Plan,
): Pick<VerificationReport, 'heldBack' | 'notCarried' | 'notShown'> {
  const present = entityNames.flatMap((name) => {
    const source = sources[name];
    return source ? [[name, source] as const] : [];
  });
  const heldBack = present.flatMap(([name, source]) =>
    Object.entries(source.heldBack)
      .filter(([, count]) => count > 0)
      .map(([why, count]) => [`${name}.${why}`, count] as const),
  );
  const notCarried = present.flatMap(([name, source]) =>
    Array.from(source.notCarried, ([field, count]) => [`${name}.${field}`, count] as const),
  );
  const notShown = steps.flatMap(({ entity, mappings }) =>
    (UNSEEN[entity.name] ?? [])
      .filter((field) => mappings.some(({ fields }) => fields.some((one) => one.field === field)))
      .map((field) => `${entity.name}.${field}`),
  );
  return { heldBack: Object.fromEntries(heldBack), notCarried: Object.fromEntries(notCarried), notShown };
}

/** The files that were compared, with what proves which they were; the checkpoint has told that of most of them. */
async function inputsOf(
  { steps }: Plan,
  checkpoint: Checkpoint | undefined,
  signal: AbortSignal,
): Promise<VerificationReport['inputs']> {
  const inputs = [];
  for (const path of new Set(steps.flatMap(({ sources }) => sources.map((source) => source.path)))) {
    const { size, mtimeMs } = await stat(path);
    const known = checkpoint?.inputs.find(
      (one) => one.path === path && one.bytes === size && one.mtimeMs === mtimeMs,
    );
    const { bytes, sha256 } = known ?? (await fingerprintOf(path, signal));
    inputs.push({ path, bytes, sha256 });
  }
  return inputs;
}

function nextStep(
  { exitCode, differences, files }: VerificationReport,
  file: string,
  checkpoint: Checkpoint | undefined,
): string {
  if (exitCode === exitCodes.ok) return `nothing is left to do; again at any time:  chatferry verify ${file}`;
  const marks = new Set(differences.map(({ mark }) => mark));
  if (marks.has('!')) return `chatferry doctor ${file}`;
  if (marks.has('+') && !(checkpoint && isDone(checkpoint))) return `chatferry run ${file}`;
  if (marks.has('+') && checkpoint && hasRejects(checkpoint.steps)) return `chatferry rejects ${file}`;
  return `every difference is a line of ${printable(fromHere(files.differences))}`;
}
