import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { StepChanges } from '../../delivery/row-change.ts';
import type { Committed, SyncDeps } from '../../delivery/run.ts';
import { onlyRunError, RunError } from '../../errors/run-error.ts';
import type { Lock } from '../../files/lock.ts';
import { entities } from '../../input/entities/entities.ts';
import { type EntityName, isReferredTo } from '../../input/entities/entity.ts';
import type { FieldDigests, FieldMemory } from '../../ledger/field-digests.ts';
import { openPlan } from '../../pipeline/open-plan.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { RunListener } from '../../report/events/run-listener.ts';
import { renameAdvice, renameText } from '../../report/result/rename-text.ts';
import { planOptions } from '../../session/connect.ts';
import { type Delivery, deliverPlan } from '../../session/deliver-plan.ts';
import { type FinishedRun, finishRun } from '../../session/finish-run.ts';
import { inTracedSession } from '../../session/open-session.ts';
import { stateWorkplace } from '../../session/workplace/workplace.ts';
import { saveLedgerClaim } from '../../state/claims.ts';
import { continueArchive, State } from '../../state/state.ts';
import type { Clock } from '../../system/clock.ts';
import type { Runtime, Stderr, Stdout } from '../../terminal/context.ts';
import { amount } from '../../terminal/printable.ts';
import {
  type AppliedOnMissing,
  applyOnMissing,
  both,
  type LeftFirst,
  removeFirst,
} from './apply-on-missing.ts';
import { lookFirst, NOTHING_FOUND } from './first-look/first-look.ts';
import { type LeavingFirst, leavingFirst } from './leaving/leaving-first.ts';
import { type FieldsPlace, fieldMemory } from './shape/field-changes.ts';
import { syncGuard, syncRunId } from './sync-guard.ts';
import { SyncRun } from './sync-run.ts';

/** Options of a sync run. */
export type SyncOptions = {
  /** The pipeline file as typed. */
  readonly pipeline: string;
  readonly yes: boolean;
  readonly strict: boolean;
  readonly maxDurationMs?: number | undefined;
  /** The id of a sync run that is allowed although a guard stopped it. */
  readonly confirm?: string | undefined;
  /** A saved plan that must still be true. */
  readonly plan?: string | undefined;
  /** Those that listen to the run besides the person at the terminal. */
  readonly listeners?: readonly RunListener[];
  /** True if files that could not be copied are asked for again. */
  readonly retryFiles?: boolean | undefined;
  /** True if files whose host does not answer count as failed. */
  readonly finishFiles?: boolean | undefined;
};

/** Asks before the first run writes these rows; is given the lock of the pipeline if it is taken. */
export type Agree = (rows: Plan, lock: Lock | undefined) => Promise<void>;

/**
 * One sync run: compares the sources with the ledger and writes what has changed. After a kill the same command starts
 * again and finds everything that was acknowledged. Returns the exit code.
 * @throws RunError `GUARD.*`, `SOURCE.*`, `PLAN.STALE`, `STATE.*`
 */
export async function runSync(
  pipeline: Pipeline,
  options: SyncOptions,
  agree: Agree,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { files, clock } = context.system;
  const startedAt = new Date(clock.now());
  const state = new State(pipeline.stateFolder, files);
  await using workplace = stateWorkplace(pipeline, context, true, options);
  const plan = await openPlan(
    pipeline,
    planOptions(pipeline, workplace, startedAt.getTime(), options.strict),
  );
  const before = await state.store.load();
  if (!before) await agree(plan, workplace.lock);

  const opened = { pipeline, state, lock: workplace.lock, command: 'run', file: options.pipeline } as const;
  // Awaited here: what is disposed of on return must outlive the work.
  return await inTracedSession(opened, context, (session, trace) =>
    syncOpened({ session, plan, before, options, startedAt, trace }, context),
  );
}

/** A run whose plan is open. */
export type OpenedRun<Options> = Pick<FinishedRun, 'session' | 'plan' | 'startedAt' | 'trace'> & {
  readonly options: Options;
  /** The checkpoint of the last run of all rows, also if that is finished. */
  readonly before: Checkpoint | undefined;
};

async function syncOpened(
  { session, plan, before, options, startedAt, trace }: OpenedRun<SyncOptions>,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { pipeline } = session;
  const connection = await session.connect();
  const ledger = await session.openLedger(connection);
  // The lease of a server would end while a large one is made at once; a folder waits until it is asked for.
  if (session.system.keeper) await ledger.indexed();
  const saved =
    options.plan === undefined
      ? undefined
      : await session.state.readValidPlan(options.plan, { pipeline, plan, ledger }, context.signal);
  const checkpoint = await session.openCheckpoint(connection, plan, startedAt.getTime(), true);
  const { maxDurationMs } = options;
  const until = maxDurationMs && session.system.clock.elapsed() + maxDurationMs;
  const copied = await session.copyFiles(plan, { ...options, hasSent: false, sent: ledger });
  const writing = { session, plan, options, startedAt, trace, connection, ledger, copied, checkpoint, until };
  if (copied?.error) {
    const ended = { ...writing, error: copied.error, listeners: options.listeners, strict: options.strict };
    return await finishRun(ended, context);
  }
  const look = ledger.isEmpty ? await lookFirst(pipeline, plan, connection, context) : NOTHING_FOUND;
  // A confirmed or planned sync run has an id, which is made of all counts.
  const atOnce = options.plan === undefined && options.confirm === undefined && look.size === 0;
  const compare = (): Promise<SyncRun> =>
    SyncRun.compare(plan, ledger, session.state, session.system.files, context.signal, {
      atOnce,
      onDeleted: pipeline.sync?.onDeleted ?? 'remove',
    });
  let early: LeftFirst | undefined;
  {
    using syncRun = await compare();
    syncRun.add(look);
    const first = leavingFirst(syncRun, ledger, removalRules(pipeline));
    const id = syncRunId(ledger, syncRun.changes, first?.readdressed);
    if (saved && saved.id !== id)
      throw new RunError('PLAN.STALE', 'the plan is out of date: a run would now do something else');
    checkGuard(syncRun, first, id, pipeline, options);
    continueArchive(checkpoint, before);
    // Replaced, not deleted: at any moment there is a checkpoint that claims what the ledger holds.
    await saveLedgerClaim(session.state.store, checkpoint, ledger);
    const left = first && (await leaveFirst(syncRun, first, writing, context));
    if (left === undefined || left instanceof RunError)
      return await writeChanges(syncRun, { ...writing, error: left }, context);
    early = left;
  }
  // What was removed has changed rows that the sources still have.
  using syncRun = await compare();
  return await writeChanges(syncRun, { ...writing, early }, context);
}

/** The things that a sync run is written with. */
type Writing = Omit<OpenedRun<SyncOptions>, 'before'> &
  Pick<FinishedRun, 'connection' | 'ledger' | 'checkpoint' | 'copied'> & {
    /** When it is to end, as `Clock.elapsed` says. */
    readonly until: number | undefined;
    /** The removals that were made before. */
    readonly early?: LeftFirst | undefined;
    /** The error that ended the run before. */
    readonly error?: RunError | undefined;
  };

const removalRules = ({ sync }: Pipeline) => ({
  onMissing: sync?.onMissing ?? 'keep',
  onDeleted: sync?.onDeleted ?? 'remove',
});

/** Removes the rows that have to leave before anything is written. */
async function leaveFirst(
  syncRun: SyncRun,
  first: LeavingFirst,
  { session, connection, ledger, options, trace }: Writing,
  context: Pick<Runtime, 'signal'>,
): Promise<LeftFirst | RunError> {
  // A file that is being written has lost rows only for now.
  const changed = await syncRun.changedFile();
  if (changed) return changed;
  const { maxDurationMs, listeners } = options;
  const place = { session, connection, ledger, maxDurationMs, ...(listeners ? { listeners } : {}) };
  return await removeFirst(syncRun, first, place, trace.changes.add, context);
}

/** Writes what a sync run has found, and its report; returns the exit code. */
async function writeChanges(
  syncRun: SyncRun,
  writing: Writing,
  context: Runtime & Stdout & Stderr,
): Promise<number> {
  const { session, plan, options, startedAt, trace, connection, ledger, checkpoint } = writing;
  const { until, early, error, copied } = writing;
  const { pipeline, state } = session;
  const { files } = session.system;
  await state.clearKept();
  await state.make();
  syncRun.count(checkpoint);
  await session.writeLists(plan, context.signal);
  const isAnyUncertain = syncRun.changes.some((each) => each.isAnyUncertain);
  ledger.times.beginSending(startedAt.getTime(), isAnyUncertain);
  using changes = new SyncChanges(syncRun, { ledger, folder: state.paths.sync, files }, trace);
  const delivery = {
    session,
    connection,
    checkpoint,
    ledger,
    plan: syncRun.plan,
    sync: syncDeps(syncRun, pipeline.sync),
    changesOf: (entity: EntityName) => changes.of(entity),
    onCommitted: (committed: Committed) => syncRun.observe(committed),
    maxDurationMs: leftMs(until, session.system.clock),
    listeners: [...(options.listeners ?? []), trace.measures],
  };
  const outcome = error
    ? { error }
    : await removedCopies(
        await deliverAndRemove(delivery, syncRun, { trace, until, early }, context),
        writing,
        context,
      );
  const finished = {
    ...delivery,
    plan,
    copied,
    ...outcome,
    changedFields: syncRun.changedFields,
    ...renamePart(syncRun.renames, pipeline, [...syncRun.notices, ...(outcome.warnings ?? [])]),
    startedAt,
    strict: options.strict,
    trace,
  };
  return await finishRun(finished, context);
}

type Outcome = Awaited<ReturnType<typeof deliverAndRemove>>;

/** Removes the copies of files that no row names any more, if the pipeline says so. */
async function removedCopies(
  outcome: Outcome,
  { session, plan, ledger, checkpoint, copied }: Writing,
  context: Runtime & Stderr,
): Promise<Outcome> {
  if (outcome.error || !copied || session.pipeline.sync?.files !== 'remove') return outcome;
  // Loaded for those who ask for it.
  const { removeUnnamed } = await import('./unnamed-copies.ts');
  const ended = { plan, ledger, checkpoint, applied: outcome, copies: copied.copies };
  const removed = await removeUnnamed(ended, session.system.files, context.signal).catch(onlyRunError);
  if (removed instanceof RunError) return { ...outcome, error: removed };
  if (typeof removed === 'string') return { ...outcome, warnings: [...(outcome.warnings ?? []), removed] };
  if (removed.objects > 0 && !context.quiet)
    context.err(
      `  removed ${amount(removed.objects, 'copy', 'copies')} of files that no row names any more\n`,
    );
  return outcome;
}

const syncDeps = (syncRun: SyncRun, sync: Pipeline['sync']): SyncDeps => ({
  hasRows: (entity) => syncRun.hasRows(entity),
  isRemoved: (muid) => sync?.onDeleted !== 'keep' && syncRun.isDeleted(muid),
  onRecorded: (entity, ordinal, row) => syncRun.onRecorded(entity, ordinal, row),
});

const leftMs = (until: number | undefined, clock: Clock): number | undefined =>
  until && Math.max(0, until - clock.elapsed());

const appliedOf = (early: LeftFirst | undefined): Partial<AppliedOnMissing> => {
  const { roots: _, replies: __, ...applied } = early ?? {};
  return applied;
};

/** Writes what is new or changed; then, only if every row has its outcome, applies `onMissing`. */
async function deliverAndRemove(
  delivery: Delivery,
  syncRun: SyncRun,
  { trace, until, early }: Pick<Writing, 'trace' | 'until' | 'early'>,
  context: Runtime & Stderr,
): Promise<Partial<AppliedOnMissing> & { readonly error: RunError | undefined }> {
  syncRun.markReread();
  const error = (await deliverPlan(delivery, context)) ?? (await syncRun.changedFile());
  // What could not be removed hangs on an id that is gone: the next sync finds it by this.
  const noteUnmoved = (): void => {
    const { ledger } = delivery;
    const rows = (early?.replies ?? []).flatMap((key) => ledger.find('messages', key)?.row ?? []);
    ledger.mark('messages', rows, 'leaving');
  };
  if (error) {
    noteUnmoved();
    return { ...appliedOf(early), error };
  }
  // Before the removals, so that the ledger records which rows they affect; the next sync retries failed ones.
  await syncRun.publish(context.signal);
  noteUnmoved();
  const maxDurationMs = leftMs(until, context.system.clock);
  const removing = { ...delivery, maxDurationMs };
  const applied = await applyOnMissing(
    syncRun,
    early?.roots ?? new Set(),
    removing,
    trace.changes.add,
    context,
  );
  await saveLedgerClaim(delivery.session.state.store, delivery.checkpoint, delivery.ledger);
  if (applied instanceof RunError) return { ...appliedOf(early), error: applied };
  return { ...(early ? both(early, applied) : applied), error: undefined };
}

/** The part of a report about renames: a warning, and what helps rows that are refused because of one. */
function renamePart(
  renames: SyncRun['renames'],
  { idMap }: Pipeline,
  warnings: readonly string[] = [],
): Pick<FinishedRun, 'warnings' | 'hints'> {
  const advice = renameAdvice(renames, idMap);
  if (!advice) return { warnings };
  const text = renameText(advice);
  return { warnings: [...warnings, text], hints: { 'SYNC.FIXED_FIELD': text } };
}

/** @throws RunError `GUARD.*` with the command that runs it anyway, `SOURCE.EMPTY` */
function checkGuard(
  syncRun: SyncRun,
  first: LeavingFirst | undefined,
  id: string,
  pipeline: Pipeline,
  { confirm, pipeline: file }: SyncOptions,
): void {
  const problem = syncGuard(syncRun.changes, {
    ...removalRules(pipeline),
    maxDelete: pipeline.sync?.maxDelete,
    maxEmpty: pipeline.sync?.maxEmpty,
    readdressed: first?.readdressed ?? 0,
  });
  if (!problem) return;
  if (confirm === id && problem.code !== 'SOURCE.EMPTY') return;
  if (problem.code === 'SOURCE.EMPTY') throw problem;
  throw new RunError(problem.code, problem.message, {
    hint: `check it with  chatferry plan ${file}; if it is right:  chatferry run ${file} --confirm ${id}`,
  });
}

/**
 * Lists the changes of a sync run. The fields of users and groups are remembered as digests; of a member, the ledger knows
 * whether it was banned, so what differs else is its scope; of a message, nobody knows whether its text, metadata or tags
 * differ.
 */
class SyncChanges implements Disposable {
  readonly #syncRun: SyncRun;
  readonly #place: FieldsPlace;
  readonly #trace: FinishedRun['trace'];
  readonly #memories = new Map<EntityName, FieldDigests>();

  constructor(syncRun: SyncRun, place: FieldsPlace, trace: FinishedRun['trace']) {
    this.#syncRun = syncRun;
    this.#place = place;
    this.#trace = trace;
  }

  of(entity: EntityName): StepChanges {
    return {
      // A new entity would double the state: its rows are only counted, as those of a migration.
      take: this.#syncRun.hasRows(entity) ? this.#trace.changes.add : undefined,
      fields: entity === 'members' ? MEMBER_FIELDS : this.#memoryOf(entity),
    };
  }

  #memoryOf(entity: EntityName): FieldMemory | undefined {
    if (!isReferredTo(entity)) return undefined;
    const known = this.#memories.get(entity);
    if (known) return known;
    const memory = fieldMemory(entities[entity], this.#place);
    this.#memories.set(entity, memory);
    return memory;
  }

  [Symbol.dispose](): void {
    for (const memory of this.#memories.values()) memory[Symbol.dispose]();
  }
}

/** A member has two fields that can change, and the ledger knows one of them. */
const MEMBER_FIELDS: FieldMemory = {
  of: (data) => Uint16Array.of(entities.members.isActive?.(data as never) === false ? 0 : 1),
  changed({ active, version }, [now]) {
    if (active === undefined || version.content === -1) return undefined;
    return active === (now === 1) ? ['scope'] : ['isBanned'];
  },
  put: () => {},
  putNew: () => {},
  flush: () => {},
};
