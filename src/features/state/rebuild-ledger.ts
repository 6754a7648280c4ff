import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import { onlyRunError, RunError } from '../../errors/run-error.ts';
import { type EntityName, entityNames, entityRecord } from '../../input/entities/entity.ts';
import { claimOf, type LedgerClaim } from '../../ledger/claim.ts';
import { removeIndex } from '../../ledger/index/remove-index.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { indexPathOf, type LedgerPlace } from '../../ledger/ledger-place.ts';
import type { LedgerMark } from '../../ledger/marks.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import { connect, planOptions } from '../../session/connect.ts';
import { temporaryWorkplace } from '../../session/workplace/workplace.ts';
import { fingerprintsName } from '../../state/last-sync.ts';
import { openCheckpoint } from '../../state/open-checkpoint.ts';
import type { State } from '../../state/state.ts';
import type { System } from '../../system/system.ts';
import type { Runtime, Stderr } from '../../terminal/context.ts';
import type { Difference } from '../verify/result/verification-report.ts';
import { verify } from '../verify/verify.ts';
import { landedKeys, RestoredRows } from './restored-rows.ts';

/** Contents of a rebuilt ledger. */
export type RebuiltLedger = {
  readonly entities: Readonly<Record<EntityName, { readonly ours: number; readonly others: number }>>;
  /** Rows that were written, but that no source names any more. */
  readonly unnamed: number;
};

/** Name of the log in the state until it is complete. */
const REBUILT_NAME = 'ledger.rebuilt.log';

/** Input of the rebuilding of a ledger. */
export type RebuildOptions = {
  readonly pipeline: Pipeline;
  readonly state: State;
  /** The checkpoint of the run, if there is a sound one. */
  readonly checkpoint: Checkpoint | undefined;
  readonly retry: Checkpoint | undefined;
  /** Rows of unknown origin count as created by this pipeline. */
  readonly ours: boolean;
};

/**
 * True if the ledger can be rebuilt without the service: a one-shot run keeps the key of every row that it has written.
 * A sync run keeps only those of the rows that it has sent.
 */
export const isRebuiltFromKeys = ({ sync }: Pipeline, checkpoint: Checkpoint | undefined): boolean =>
  sync === undefined && checkpoint !== undefined;

/**
 * Rebuilds a lost ledger: from the keys of a one-shot run and its sources, or by reading the rows of the sources back from
 * the service. A ledger that is only too old is brought up to date, so that it is not forgotten who created its rows.
 * Sends only reads. Until the end, the state stays as it was.
 * @throws RunError `SOURCE.*`, and the errors of reading the service
 */
export async function rebuildLedger(
  options: RebuildOptions,
  context: Runtime & Stderr,
): Promise<RebuiltLedger> {
  const { pipeline, state, checkpoint } = options;
  const { paths } = state;
  const startedAt = new Date(context.system.clock.now());
  const nowMs = checkpoint ? Date.parse(checkpoint.startedAt) : startedAt.getTime();
  await using workplace = temporaryWorkplace(context);
  const plan = await openPlan(pipeline, planOptions(pipeline, workplace, nowMs));
  if (checkpoint && isRebuiltFromKeys(pipeline, checkpoint)) {
    const isContentKnown = await areInputsSame(options, plan, checkpoint, context);
    return await rebuild(options, plan, { target: checkpoint.target, isContentKnown }, context);
  }
  await using connection = await connect(pipeline, paths.sandbox, context);
  const read = { quick: false, sample: undefined, oneWay: true };
  // The caller has the lock. Without a checkpoint, no row counts as one that may still be sent.
  const alone = { checkpoint: undefined, lock: undefined, withoutRecord: true };
  const session = { options: read, pipeline, plan, paths, connection, startedAt, ...alone };
  const report = await verify(session, context);
  const { differences } = report.files;
  return await rebuild(
    options,
    plan,
    { target: connection.identity, isContentKnown: true, differences },
    context,
  );
}

/** Facts about the rows of the sources. */
type Knowledge = {
  readonly target: Readonly<Record<string, string>>;
  /** The sources have what was written. */
  readonly isContentKnown: boolean;
  /** The differences between the sources and the service; without them, the keys say which rows were written. */
  readonly differences?: string;
};

async function areInputsSame(
  { pipeline, state }: RebuildOptions,
  plan: Plan,
  { target }: Checkpoint,
  { signal, system }: Runtime,
): Promise<boolean> {
  const options = { pipeline, plan, store: state.store, target, signal, nowMs: 0, system };
  return !((await openCheckpoint(options).catch(onlyRunError)) instanceof RunError);
}

async function rebuild(
  options: RebuildOptions,
  plan: Plan,
  knowledge: Knowledge,
  context: Runtime,
): Promise<RebuiltLedger> {
  const { state, checkpoint, retry } = options;
  const { system } = context;
  const { files } = system;
  const { paths, kept, ledger: place } = state;
  const next = join(paths.folder, REBUILT_NAME);
  const isOlder = await reopenOlder(place, checkpoint, system);
  await files.rm(next, { force: true });
  removeIndex(indexPathOf(next), files);
  const { rebuilt, claim } = await fill(
    options,
    plan,
    { ...knowledge, isOlder },
    isOlder ? place : { state: kept, name: REBUILT_NAME, index: indexPathOf(next) },
    context,
  );
  // They point to rows of the ledger by number.
  for (const entity of entityNames) await kept.remove(fingerprintsName(entity));
  if (!isOlder) {
    if (await hasLedger(place, files)) await state.setLedgerAside('.damaged');
    removeIndex(indexPathOf(next), files);
    await files.rename(next, paths.ledger);
  }
  for (const [{ store }, saved] of [
    [state, checkpoint],
    [state.retry, retry],
  ] as const)
    if (saved) {
      saved.ledger = claim;
      saved.serial++;
      await store.save(saved);
    }
  return rebuilt;
}

async function fill(
  { state, checkpoint, retry, ours }: RebuildOptions,
  plan: Plan,
  { target, isContentKnown, differences, isOlder }: Knowledge & { readonly isOlder: boolean },
  place: LedgerPlace,
  { signal, system }: Runtime,
): Promise<{ readonly rebuilt: RebuiltLedger; readonly claim: LedgerClaim }> {
  using ledger = new Ledger(place, system, target);
  const landed = landedKeys([
    [state, checkpoint],
    [state.retry, retry],
  ]);
  const rows = new RestoredRows(plan, {
    ledger,
    landed,
    ours,
    isContentKnown,
    isOlder,
    onlyLanded: differences === undefined,
  });
  await rows.restore(signal);
  if (differences !== undefined) await markDifferences(ledger, differences);
  if (checkpoint) ledger.checkpoint = checkpoint.lineage;
  const rebuilt = {
    entities: entityRecord((entity) => {
      const others = ledger.count(entity, 'exists');
      return { ours: ledger.count(entity) - others, others };
    }),
    unnamed: rows.unnamed,
  };
  await ledger.sync();
  return { rebuilt, claim: claimOf(ledger) };
}

/** Rows in one transaction. */
const BATCH = 1_000;

/** Meaning of a difference for a row of the ledger. A row that could not be read counts as not there. */
const MARKS: Readonly<Partial<Record<Difference['mark'], LedgerMark>>> = {
  '*': 'unread',
  '+': 'gone',
  '!': 'gone',
};

/**
 * Corrects a ledger that says that every row of the sources is in the service.
 * @param path of the differences that a verification has found, NDJSON
 */
async function markDifferences(ledger: Ledger, path: string): Promise<void> {
  const waiting = new Map<string, { entity: EntityName; mark: LedgerMark; rows: number[] }>();
  for await (const line of createInterface({ input: createReadStream(path) })) {
    const { entity, mark: difference, key } = JSON.parse(line) as Difference;
    const mark = MARKS[difference];
    const row = mark && ledger.find(entity, key)?.row;
    if (mark === undefined || row === undefined) continue;
    const batch = waiting.get(entity + mark) ?? { entity, mark, rows: [] };
    waiting.set(entity + mark, batch);
    batch.rows.push(row);
    if (batch.rows.length >= BATCH) ledger.mark(entity, batch.rows.splice(0), mark);
  }
  for (const { entity, mark, rows } of waiting.values()) ledger.mark(entity, rows, mark);
}

/**
 * If a ledger is the right one and only too old, prepares it to be brought up to date: gives it a new lineage, so that it
 * is not taken for finished, and makes what it says of our rows uncertain.
 * @returns whether it is such a ledger
 */
async function reopenOlder(
  place: LedgerPlace,
  checkpoint: Checkpoint | undefined,
  system: System,
): Promise<boolean> {
  const claim = checkpoint?.ledger;
  if (!claim || !(await hasLedger(place, system.files))) return false;
  using ledger = openAlone(place, system);
  return ledger?.reopen(claim.lineage, system.random.uuid()) ?? false;
}

function openAlone(place: LedgerPlace, system: System): Ledger | undefined {
  try {
    return new Ledger(place, system);
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}
