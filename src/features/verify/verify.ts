import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { writePrivate } from '../../files/private-file.ts';
import { openScratchFile } from '../../files/scratch-file.ts';
import { type EntityName, entriesOf } from '../../input/entities/entity.ts';
import { dividedCounts } from '../../input/entities/policies.ts';
import { digestOf } from '../../input/sources/bytes/file-digest.ts';
import { readForgotten } from '../../pipeline/forgotten.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { namedCounts } from '../../report/result/report.ts';
import { type Budget, perMinute } from '../../service/transport/budget.ts';
import type { TransportEvent } from '../../service/transport/transport.ts';
import { apiOf, type Connection } from '../../session/connect.ts';
import { untilLost } from '../../session/open-transport.ts';
import { checkKept, isAnswered } from '../../state/claims.ts';
import { currentPath, knownPath } from '../../state/open-checkpoint.ts';
import { State, type StatePaths } from '../../state/state.ts';
import type { Clock } from '../../system/clock.ts';
import type { Files } from '../../system/files.ts';
import type { System } from '../../system/system.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import { grouped, printableJson } from '../../terminal/printable.ts';
import { openReader } from './compare/open-reader.ts';
import { type Comparison, compareWithService, type VerificationOptions } from './compare-with-service.ts';
import { type Expectations, expectPlan } from './expect/expect-plan.ts';
import { openRecord, unsettledKeys } from './expect/sent-record.ts';
import { DifferenceFile } from './result/differences.ts';
import type { FilesVerification } from './result/files-verification.ts';
import {
  type Acknowledged,
  exitCodeOf,
  type RecordState,
  type SampleSize,
  type VerificationReport,
  verifiedOf,
} from './result/verification-report.ts';
import { costLine } from './result/verification-summary.ts';

const PROGRESS_EVERY_MS = 10_000;

/** The inputs of a comparison of a pipeline with its service. */
export type VerifySession = {
  readonly options: {
    readonly quick: boolean;
    readonly sample?: SampleSize | undefined;
    readonly oneWay: boolean;
    /** Set to compare the copies of files as well; with `bytes`, each is read back. */
    readonly files?: { readonly bytes: boolean } | undefined;
  };
  readonly pipeline: Pipeline;
  readonly plan: Plan;
  readonly paths: StatePaths;
  readonly connection: Connection;
  readonly checkpoint: Checkpoint | undefined;
  /** To take the lock of the state while its record is read; undefined if the caller has it. */
  readonly lock: { readonly command: string } | undefined;
  /** Compares the sources alone, because the record of what was sent is lost. */
  readonly withoutRecord?: boolean;
  readonly startedAt: Date;
};

/**
 * Compares the rows of a pipeline with those in the service, and writes report and differences to the state folder.
 * Sends only reads.
 */
export async function verify(session: VerifySession, context: Runtime & Stderr): Promise<VerificationReport> {
  const { pipeline, plan, paths, connection } = session;
  if (session.checkpoint) await checkKept(new State(paths.folder, context.system.files), session.checkpoint);
  const signal = untilLost(context.signal, connection);
  const budget = connection.target.budgets['standard'] as Budget;
  const write = context.quiet ? () => {} : context.err;
  using scratch = await openScratchFile(paths.folder, 'verify', context.system);
  const before = await expected(session, context.system, scratch.db, budget, signal);
  const { options, expectations, answered } = before;
  write(costLine(expectations.cost));
  const requests = new ReadTally(write);
  const deadlineMs = pipeline.limits.timeoutSeconds * 1_000;
  await using opened = openReader(connection, budget, deadlineMs, requests.observe, context, answered);
  using progress = readingProgress(write, context.system.clock);
  await using all = await DifferenceFile.open(context.system.files, differencesPath(paths));
  // A storage that cannot be opened is said before all rows are read.
  const copies = await copiesOf(session, all, context);
  const found = await compareWithService({
    expectations,
    plan,
    options,
    db: scratch.db,
    reader: opened.reader,
    tick: progress.tick,
    onDifference: (one) => all.add(one),
  });
  await all.complete();
  const report = reportOf(session, {
    ...before,
    found,
    copies,
    requests: requests.counts,
    finishedAt: new Date(context.system.clock.now()).toISOString(),
    inputs: await inputsOf(plan, session.checkpoint, session.pipeline.folder, context.system.files, signal),
    forgotten: (await readForgotten(pipeline.stateFolder, context.system.files))?.digests.length ?? 0,
  });
  await writePrivate(context.system.files, report.files.report, printableJson(report));
  return report;
}

/** Compares the copies of files, if that was asked for. */
async function copiesOf(
  { pipeline, plan, options: { files, sample } }: VerifySession,
  all: DifferenceFile,
  context: Runtime,
): Promise<FilesVerification | undefined> {
  if (!files) return undefined;
  const { verifyCopies } = await import('./files/verify-copies.ts');
  const how = { sample, withBytes: files.bytes };
  return await verifyCopies(pipeline, plan, how, (one) => all.add(one), context);
}

type Expected = {
  readonly record: RecordState;
  readonly isUndoing: boolean;
  /** True if the service has answered a run of the pipeline. */
  readonly answered: boolean;
  readonly options: VerificationOptions;
  readonly expectations: Expectations;
};

/** Reads the sources and what is known of the rows that were sent. Only so long does the state have to stay as it is. */
async function expected(
  session: VerifySession,
  system: System,
  db: DatabaseSync,
  budget: Budget,
  signal: AbortSignal,
): Promise<Expected> {
  const { plan, paths, connection, checkpoint, lock, withoutRecord } = session;
  const opened = withoutRecord ? 'none' : await openRecord(paths, checkpoint, connection, system, lock);
  await using record = typeof opened === 'string' ? undefined : opened;
  const isPending = unsettledKeys(paths, opened === 'otherTarget' ? undefined : checkpoint, system.files, db);
  const openNames = () => openScratchFile(paths.folder, 'names', system);
  const options = optionsOf(session, { record, isPending, openNames }, budget, signal);
  const expectations = await expectPlan(plan, db, options);
  const isUndoing = record?.ledger.removal !== undefined;
  const answered = record !== undefined && isAnswered(record.ledger);
  return { record: typeof opened === 'string' ? opened : 'read', isUndoing, answered, options, expectations };
}

const differencesPath = ({ folder }: StatePaths): string => join(folder, 'verify.ndjson');

function optionsOf(
  { options, pipeline }: VerifySession,
  known: Pick<VerificationOptions, 'record' | 'isPending' | 'openNames'>,
  budget: Budget,
  signal: AbortSignal,
): VerificationOptions {
  const { quick, sample, oneWay } = options;
  return {
    quick,
    sample,
    oneWay,
    signal,
    isLive: pipeline.live !== undefined,
    sync: pipeline.sync && {
      onMissing: pipeline.sync.onMissing ?? 'keep',
      onDeleted: pipeline.sync.onDeleted ?? 'remove',
    },
    ownersJoin: apiOf(pipeline).ownersJoin,
    concurrency: pipeline.limits.concurrency,
    requestsPerMinute: perMinute(budget),
    ...known,
  };
}

type Findings = Expected & {
  readonly found: Comparison;
  readonly copies: FilesVerification | undefined;
  readonly requests: ReadTally['counts'];
  readonly inputs: VerificationReport['inputs'];
  readonly finishedAt: string;
  readonly forgotten: number;
};

function reportOf(session: VerifySession, findings: Findings): VerificationReport {
  const { options, pipeline, plan, paths, connection, startedAt } = session;
  const { expectations, found, copies, requests, inputs, finishedAt, forgotten } = findings;
  const { quick, oneWay } = options;
  const { entities } = found;
  const mode = quick ? 'quick' : options.sample ? 'sample' : 'full';
  const acknowledged = acknowledgedOf(session, findings);
  return {
    version: 1,
    command: 'verify',
    pipeline: pipeline.name,
    exitCode: exitCodeOf({ entities, oneWay, acknowledged, mode, ...(copies ? { fileCopies: copies } : {}) }),
    mode,
    oneWay,
    units: quick
      ? { members: 'groups, by number of members', messages: 'conversations, by last message' }
      : {},
    ...(expectations.sample ? { sample: expectations.sample } : {}),
    target: connection.shown,
    startedAt: startedAt.toISOString(),
    finishedAt,
    verified: verifiedOf(entities, { mode, acknowledged }),
    acknowledged,
    entities,
    ...(copies ? { fileCopies: copies } : {}),
    ...leftOut(found, plan),
    ...(forgotten > 0 ? { forgotten } : {}),
    writtenByService: found.written,
    // What a later night adds may be older.
    idsAgainstTime: pipeline.sync ? 0 : found.againstTime,
    requests: { expected: expectations.cost, ...requests },
    differences: found.groups.all(),
    inputs,
    files: { report: paths.verification, differences: differencesPath(paths) },
  };
}

/** Contents of the record, and how much of it was compared. */
function acknowledgedOf({ checkpoint }: VerifySession, { record, isUndoing, found }: Findings): Acknowledged {
  const all = entriesOf(found.acknowledged);
  const sum = (count: (one: (typeof all)[number][1]) => number): number =>
    all.reduce((total, [, one]) => total + count(one), 0);
  const asSent = all.flatMap(([name, { kept, corrected }]) => [
    [`${name}.kept`, kept] as const,
    [`${name}.corrected`, corrected] as const,
  ]);
  return {
    record,
    rows: sum(({ acknowledged }) => acknowledged),
    compared: sum(({ compared, unexpected }) => compared + unexpected),
    unrecorded: record === 'none' || record === 'lost' ? unrecordedOf(checkpoint, found) : 0,
    isUndoing,
    asSent: Object.fromEntries(asSent.filter(([, count]) => count > 0)),
  };
}

/** Without a record: how many rows have landed by the checkpoint, more than the sources have. */
function unrecordedOf(checkpoint: Checkpoint | undefined, { entities }: Comparison): number {
  return entriesOf(entities).reduce((sum, [name, { same, onlySource, differs, unread }]) => {
    const { created = 0, updated = 0, exists = 0, unchanged = 0 } = checkpoint?.steps[name]?.counts ?? {};
    return sum + Math.max(0, created + updated + exists + unchanged - same - onlySource - differs - unread);
  }, 0);
}

/** Counts the requests made, and says it if the service is silent. */
class ReadTally {
  readonly counts = { sent: 0, retried: 0, throttled: 0 };
  readonly #say: (line: string) => void;

  /** @param say prints a line for the user */
  constructor(say: (line: string) => void) {
    this.#say = say;
  }

  readonly observe = (event: TransportEvent): void => {
    if (event.type === 'silent') this.#say(`trouble: ${event.reason}\n`);
    else if (event.type === 'tried') this.counts.sent++;
    else if (event.type === 'retried') event.throttled ? this.counts.throttled++ : this.counts.retried++;
  };
}

/** The compared files, those behind prepared tables and those that rows are looked up in, with size and digest. The digest is taken from the checkpoint if the file has not changed. */
async function inputsOf(
  { steps }: Plan,
  checkpoint: Checkpoint | undefined,
  folder: string,
  files: Files,
  signal: AbortSignal,
): Promise<VerificationReport['inputs']> {
  const inputs = [];
  const all = new Map(
    steps.flatMap((step) => step.files.map((file) => [knownPath(folder, file), file.path] as const)),
  );
  for (const [named, path] of all) {
    const { size, mtimeMs } = await files.stat(path);
    const known = checkpoint?.inputs.find(
      (one) =>
        currentPath(folder, one.path) === named &&
        one.bytes === size &&
        one.mtimeMs === mtimeMs &&
        one.sha256 !== '',
    );
    const { bytes, sha256 } = known ?? (await digestOf(files, path, signal));
    inputs.push({ path: named, bytes, sha256 });
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

/** The rows and fields that were not compared, by reason. */
function leftOut(
  { sources, kept }: Comparison,
  { steps, exported }: Plan,
): Pick<VerificationReport, 'heldBack' | 'notCarried' | 'kept' | 'notShown'> {
  const present = entriesOf(sources);
  const heldBack = present.map(([name, { excluded }]) => {
    return [name, Object.entries(excluded).filter(([, count]) => count > 0)] as const;
  });
  const notCarried = namedCounts(present.map(([name, source]) => [name, source.notCarried]));
  const notShown = steps.flatMap(({ entity, mappings }) =>
    entity.compared.unseen
      .filter((field) => mappings.some(({ fields }) => fields.some((one) => one.field === field)))
      .map((field) => `${entity.name}.${field}`),
  );
  const unread = exported?.pulled?.unread?.count;
  return {
    heldBack: {
      ...namedCounts(heldBack),
      ...(unread === undefined ? {} : { 'conversations.unread': unread }),
    },
    notCarried: dividedCounts(notCarried, steps[0]?.policies).notCarried,
    kept: namedCounts(entriesOf(kept)),
    notShown,
  };
}
