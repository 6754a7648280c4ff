import { join } from 'node:path';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { exitCodes } from '../../errors/run-error.ts';
import { writePrivate } from '../../files/private-file.ts';
import { type EntityName, entityNames } from '../../input/entities/entity.ts';
import { digestOf } from '../../input/sources/bytes/file-digest.ts';
import { stampsIn } from '../../keys/key-file.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { type Budget, perMinute } from '../../service/transport/budget.ts';
import { apiOf, type Connection } from '../../session/connect.ts';
import type { TransportEvent } from '../../session/open-transport.ts';
import type { StatePaths } from '../../session/state-folder.ts';
import { untilLost } from '../../session/stop-signal.ts';
import type { Clock } from '../../system/clock.ts';
import type { Files } from '../../system/files.ts';
import type { CommandContext } from '../../terminal/context.ts';
import { grouped } from '../../terminal/printable.ts';
import { openReader } from './compare/open-reader.ts';
import { compareWithService, type Verification, type VerificationOptions } from './compare-with-service.ts';
import { type Expectations, expectPlan } from './expect/expect-plan.ts';
import type { SampleSize } from './expect/sample.ts';
import { openScratchFile } from './expect/scratch-file.ts';
import { DifferenceFile } from './result/difference-file.ts';
import { hasDifferences, type VerificationReport, verifiedOf } from './result/verification-report.ts';
import { costLine } from './result/verification-summary.ts';

const PROGRESS_EVERY_MS = 10_000;

/** The inputs of a comparison of a pipeline with its service. */
export type VerifySession = {
  readonly options: {
    readonly quick: boolean;
    readonly sample: SampleSize | undefined;
    readonly oneWay: boolean;
  };
  readonly pipeline: Pipeline;
  readonly plan: Plan;
  readonly paths: StatePaths;
  readonly connection: Connection;
  readonly checkpoint: Checkpoint | undefined;
  readonly startedAt: Date;
};

/**
 * Compares the rows of a pipeline with those in the service, and writes report and differences to the state folder.
 * Sends only reads.
 */
export async function verify(session: VerifySession, context: CommandContext): Promise<VerificationReport> {
  const { pipeline, plan, paths, connection } = session;
  const signal = untilLost(context.signal, connection);
  const budget = connection.target.budgets['standard'] as Budget;
  const options = optionsOf(session, budget, context.system.files, signal);
  const write = context.quiet ? () => {} : context.err;
  using scratch = await openScratchFile(paths.folder, context.system.random);
  const expectations = await expectPlan(plan, scratch.db, options);
  write(costLine(expectations.cost));
  const requests = new ReadTally();
  const deadlineMs = pipeline.limits.timeoutSeconds * 1_000;
  await using opened = openReader(connection, budget, deadlineMs, requests.observe, context);
  using progress = readingProgress(write, context.system.clock);
  await using all = await DifferenceFile.open(differencesPath(paths));
  const found = await compareWithService({
    ...{ expectations, plan, options, db: scratch.db, reader: opened.reader, tick: progress.tick },
    onDifference: (one) => all.add(one),
  });
  await all.complete();
  const report = reportOf(session, {
    ...{ expectations, found },
    requests: requests.counts,
    finishedAt: new Date(context.system.clock.now()).toISOString(),
    inputs: await inputsOf(plan, session.checkpoint, context.system.files, signal),
  });
  await writePrivate(context.system.files, report.files.report, `${JSON.stringify(report, null, 2)}\n`);
  return report;
}

const differencesPath = ({ folder }: StatePaths): string => join(folder, 'verify.ndjson');

function optionsOf(
  { options, pipeline, paths, checkpoint }: VerifySession,
  budget: Budget,
  files: Files,
  signal: AbortSignal,
): VerificationOptions {
  const { quick, sample, oneWay } = options;
  return {
    ...{ quick, sample, oneWay, signal },
    sync: pipeline.sync && { missingDeactivated: pipeline.sync.onMissing === 'deactivate' },
    ownersJoin: apiOf(pipeline).ownersJoin,
    concurrency: pipeline.limits.concurrency,
    requestsPerMinute: perMinute(budget),
    landed: (entity) =>
      stampsIn(files, join(paths.keys, `${entity}.bin`), checkpoint?.steps[entity]?.keyBytes ?? 0),
  };
}

type Findings = {
  readonly expectations: Expectations;
  readonly found: Verification;
  readonly requests: ReadTally['counts'];
  readonly inputs: VerificationReport['inputs'];
  readonly finishedAt: string;
};

function reportOf(
  { options, pipeline, plan, paths, connection, startedAt }: VerifySession,
  { expectations, found, requests, inputs, finishedAt }: Findings,
): VerificationReport {
  const { quick, oneWay } = options;
  const { entities } = found;
  return {
    version: 1,
    command: 'verify',
    pipeline: pipeline.name,
    exitCode: hasDifferences(entities, oneWay) ? exitCodes.different : exitCodes.ok,
    mode: quick ? 'quick' : options.sample ? 'sample' : 'full',
    oneWay,
    units: quick
      ? { members: 'groups, by number of members', messages: 'conversations, by last message' }
      : {},
    ...(expectations.sample ? { sample: expectations.sample } : {}),
    target: connection.shown,
    startedAt: startedAt.toISOString(),
    finishedAt,
    verified: verifiedOf(entities),
    entities,
    ...leftOut(found, plan),
    writtenByService: found.written,
    requests: { expected: expectations.cost, ...requests },
    differences: found.groups.all(),
    inputs,
    files: { report: join(paths.folder, 'verify.json'), differences: differencesPath(paths) },
  };
}

/** Counts the requests made. */
class ReadTally {
  readonly counts = { sent: 0, retried: 0, throttled: 0 };

  readonly observe = (event: TransportEvent): void => {
    if (event.type === 'tried') this.counts.sent++;
    else if (event.type === 'retried') event.throttled ? this.counts.throttled++ : this.counts.retried++;
  };
}

/** The rows and fields that were not compared, by reason. */
function leftOut(
  { sources }: Verification,
  { steps }: Plan,
): Pick<VerificationReport, 'heldBack' | 'notCarried' | 'notShown'> {
  const present = entityNames.flatMap((name) => {
    const source = sources[name];
    return source ? [[name, source] as const] : [];
  });
  const heldBack = present.flatMap(([name, source]) =>
    Object.entries(source.excluded)
      .filter(([, count]) => count > 0)
      .map(([why, count]) => [`${name}.${why}`, count] as const),
  );
  const notCarried = present.flatMap(([name, source]) =>
    Array.from(source.notCarried, ([field, count]) => [`${name}.${field}`, count] as const),
  );
  const notShown = steps.flatMap(({ entity, mappings }) =>
    entity.compared.unseen
      .filter((field) => mappings.some(({ fields }) => fields.some((one) => one.field === field)))
      .map((field) => `${entity.name}.${field}`),
  );
  return { heldBack: Object.fromEntries(heldBack), notCarried: Object.fromEntries(notCarried), notShown };
}

/** The compared files with size and digest. The digest is taken from the checkpoint if the file has not changed. */
async function inputsOf(
  { steps }: Plan,
  checkpoint: Checkpoint | undefined,
  files: Files,
  signal: AbortSignal,
): Promise<VerificationReport['inputs']> {
  const inputs = [];
  for (const path of new Set(steps.flatMap(({ sources }) => sources.map((source) => source.path)))) {
    const { size, mtimeMs } = await files.stat(path);
    const known = checkpoint?.inputs.find(
      (one) => one.path === path && one.bytes === size && one.mtimeMs === mtimeMs && one.sha256 !== '',
    );
    const { bytes, sha256 } = known ?? (await digestOf(files, path, signal));
    inputs.push({ path, bytes, sha256 });
  }
  return inputs;
}

/** Prints every 10 seconds how many rows of the service have been read. */
function readingProgress(
  write: (text: string) => void,
  clock: Clock,
): Disposable & { readonly tick: (entity: EntityName) => void } {
  const read = new Map<EntityName, number>();
  const timer = clock.every(PROGRESS_EVERY_MS, () => {
    const counts = Array.from(read, ([entity, count]) => `${entity} ${grouped(count)}`);
    if (counts.length) write(`${new Date(clock.now()).toISOString()} read ${counts.join('  ')}\n`);
  });
  return {
    tick: (entity) => {
      read.set(entity, (read.get(entity) ?? 0) + 1);
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  };
}
