import { join } from 'node:path';
import type { Checkpoint } from '../delivery/checkpoint.ts';
import type { Plan } from '../delivery/plan.ts';
import { type Committed, type RunDeps, type RunEvent, run, type SyncDeps } from '../delivery/run.ts';
import { namedOutOfFiles, RunError, runCodes } from '../errors/run-error.ts';
import { tooSmall } from '../files/disk-space.ts';
import { openScratchFile } from '../files/scratch-file.ts';
import { type EntityName, entityRecord, isReferredTo } from '../input/entities/entity.ts';
import { type Counts, meantOf, zeroCounts } from '../input/rows/outcome.ts';
import { KEYS_IN_MEMORY, KeyIndex } from '../keys/key-index.ts';
import { FormerValues } from '../ledger/former/former-values.ts';
import { KnownKeys } from '../ledger/known-keys.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { RunListener } from '../report/events/run-listener.ts';
import { openRunLog, type RunLog } from '../report/events/run-log.ts';
import { firstRowsGuard, rejectGuard } from '../report/result/reject-guard.ts';
import { hasRejects, totals } from '../report/result/report.ts';
import type { Transport, TransportEvent } from '../service/transport/transport.ts';
import {
  checkKept,
  claimingStore,
  isAnswered,
  KeptSums,
  type KeyFileOf,
  keyFilesIn,
} from '../state/claims.ts';
import { hasBegun } from '../state/open-checkpoint.ts';
import { rejectsFiles } from '../state/rejects-files.ts';
import type { Clock } from '../system/clock.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { archiveFile } from './archive-file.ts';
import type { Connection } from './connect.ts';
import { apiOf } from './connect.ts';
import type { CopiedFiles } from './copied-files.ts';
import { Progress } from './events/progress.ts';
import { RunEvents } from './events/run-events.ts';
import { RunProgress } from './events/run-progress.ts';
import type { Session } from './open-session.ts';
import { openTransport, stopSignal } from './open-transport.ts';

/** The largest number of rows in the window; a row that waits for a full batch blocks at most half of it. */
const CAPACITY = 20_000;
/** Lanes for each concurrent request: enough that one busy conversation does not leave requests unused. */
const LANES_PER_REQUEST = 2;
const COMMIT_EVERY_MS = 250;
/**
 * The time in which a request whose answer was lost may still take effect; then the service is searched for its
 * rows.
 */
const GRACE_MS = 2_000;

/** The delivery of a plan: all that is needed to write its rows. */
export type Delivery = {
  readonly session: Session;
  readonly connection: Connection;
  readonly plan: Plan;
  readonly checkpoint: Checkpoint;
  readonly ledger: Ledger;
  /**
   * Opens the key file of an entity.
   * @default those of the session's state
   */
  readonly keyFileOf?: KeyFileOf | undefined;
  /** The copying of files before it; what ended that early ends this. */
  readonly copied?: CopiedFiles | undefined;
  /** Set for a sync. */
  readonly sync?: SyncDeps | undefined;
  /** Returns how the changed rows of an entity are listed; undefined if they are not. */
  readonly changesOf?: RunDeps['changesOf'];
  /** Called after each commit. */
  readonly onCommitted?: ((committed: Committed) => void) | undefined;
  /** True for rows that were rejected before: all may be again, and the service may even refuse the first rows all alike. */
  readonly mayRejectAll?: boolean;
  /** The time that it may take, together with the copying of files. */
  readonly maxDurationMs: number | undefined;
  /** Listeners besides the person at the terminal and the log. */
  readonly listeners?: readonly RunListener[] | undefined;
};

/**
 * Runs the line with progress, log and reject guard; returns the error that ended it early. Settled rows are committed in
 * any case. If the service was never reached or refuses the key, and certainly nothing has landed, the state is as before
 * the run, so that the address can be corrected.
 * @throws RunError `STATE.CORRUPT` before anything is sent, if a kept file is damaged
 */
export async function deliverPlan(
  delivery: Delivery,
  context: Runtime & Stderr,
): Promise<RunError | undefined> {
  const { session, ledger, checkpoint, copied } = delivery;
  if (copied?.error) return copied.error;
  const wasEmpty = ledger.isEmpty;
  const isNew = !hasBegun(checkpoint);
  await checkKept(session.state, checkpoint);
  ledger.checkpoint = checkpoint.lineage;
  const error = await write(delivery, context);
  if (!error || !ADDRESS_DOUBTFUL.has(error.code) || hasLanded(checkpoint)) return error;
  if (session.requests.mayHaveLanded)
    return error.code === 'AUTH.REFUSED'
      ? error
      : new RunError(error.code, error.message, { hint: MAYBE_SENT, cause: error.cause });
  // The checkpoint of a later sync run claims what the ledger holds.
  if (delivery.sync ? !wasEmpty : !isNew) return error;
  try {
    await session.state.store.clear();
    if (wasEmpty) ledger.clear();
  } catch (later) {
    // The run has ended with the first error; the state is kept, and its target must then be reset by hand.
    if (!(later instanceof RunError)) throw later;
  }
  return error;
}

/** The hint if rows may have been sent to an address from which no answer of the service came. */
const MAYBE_SENT =
  'requests were sent and may have taken effect. If the address is right, run the same command again; it recognises its rows. ' +
  'if the address was wrong, correct it and start over with --fresh (a sync: give the pipeline another name)';

async function write(delivery: Delivery, context: Runtime & Stderr): Promise<RunError | undefined> {
  const { session, connection, plan, checkpoint } = delivery;
  const { pipeline, state, requests } = session;
  using stop = stopSignal(context.signal, connection, leftMs(delivery), session.system.clock);
  let logFailure: RunError | undefined;
  await using log = openRunLog(state.paths.log, session.system, (error) => {
    logFailure = error;
    stop.abort(error);
  });
  const space = await spaceWarning(delivery);
  if (space !== undefined && !context.quiet) context.err(`warning: ${space}\n`);
  using screen = openScreen(session.system.clock, context);
  using events = openEvents(delivery, [screen, logged(log), ...(delivery.listeners ?? [])]);
  const maxRejects = maxRejectsOf(delivery);
  const tooManyRejects = rejectGuard(maxRejects);
  const tooManyAtFirst = firstRowsGuard(maxRejects);
  const onEvent = (event: RunEvent | TransportEvent): void => {
    requests.observe(event);
    events.observe(event);
    if (event.type !== 'committed') return;
    delivery.onCommitted?.(event);
    const exceeded =
      tooManyRejects(...rejectsOf(checkpoint), false) ??
      tooManyAtFirst(event.entity, event.state) ??
      inDoubt(checkpoint, context.commandLine, true);
    if (exceeded) stop.abort(exceeded);
  };
  await using base = openTransport(
    connection,
    pipeline.limits.timeoutSeconds * 1_000,
    onEvent,
    session.system,
    hasLanded(checkpoint) || isAnswered(delivery.ledger),
  );
  events.use(base);
  log({
    type: 'run.started',
    pipeline: pipeline.name,
    target: connection.shown,
    lineage: checkpoint.lineage,
  });
  events.emit({
    type: 'run.started',
    pipeline: pipeline.name,
    target: { ...connection.shown },
    lineage: checkpoint.lineage,
    resumed: !delivery.sync && hasBegun(checkpoint),
  });
  if (space !== undefined) events.warn(space);
  let ended: RunError | undefined;
  try {
    using opened = new DisposableStack();
    const former = opened.use(new FormerValues(session.state.former, session.system));
    const keys = entityRecord((name) => opened.use(keysOf(name, delivery)));
    const observe = (event: RunEvent): void => {
      onEvent(event);
      // No row of a later step refers to them.
      if (event.type === 'step.done' && event.state.done && !isReferredTo(event.entity))
        keys[event.entity].drop();
    };
    await run(plan, {
      receiver: receiverOf(delivery, base.transport),
      stores: { ...storesOf(delivery), keys, former },
      bounds: {
        width: pipeline.limits.concurrency * LANES_PER_REQUEST,
        capacity: CAPACITY,
        commitEveryMs: COMMIT_EVERY_MS,
      },
      sync: delivery.sync,
      changesOf: delivery.changesOf,
      observe,
      system: session.system,
      signal: stop.signal,
    });
    ended = inDoubt(checkpoint, context.commandLine, false);
    if (!ended && hasRejects(checkpoint.steps)) ended = tooManyRejects(...rejectsOf(checkpoint), true);
  } catch (thrown) {
    const error = namedOutOfFiles(thrown);
    log(failure(error as Error), 50);
    if (!(error instanceof RunError)) throw error;
    ended = error;
  } finally {
    log({ type: 'run.finished', counts: countsOf(checkpoint) });
  }
  return ended ?? logFailure;
}

const leftMs = ({ maxDurationMs, copied }: Delivery): number | undefined =>
  maxDurationMs && Math.max(0, maxDurationMs - (copied?.ms ?? 0));

/** Says before the first request that the disk may become full; undefined if it has room. */
async function spaceWarning({ session, plan }: Delivery): Promise<string | undefined> {
  const { folder, rejects, keys, sync } = session.state.paths;
  const sources = plan.steps.flatMap((step) => step.files.map(({ path }) => path));
  return await tooSmall(session.system.files, [folder, rejects, keys, sync], sources);
}

/** An index of keys: all are held in memory where others refer to them, because most that are looked for are there. */
function keysOf(name: EntityName, { session, ledger, sync }: Delivery): KeyIndex {
  const { state, system } = session;
  const path = join(state.paths.keys, `${name}.sorted`);
  const room = isReferredTo(name) ? undefined : { path, files: system.files, most: KEYS_IN_MEMORY };
  return sync ? new KnownKeys(ledger, name, room) : new KeyIndex(room);
}

/** The most rows that may be rejected; no limit if undefined. */
const maxRejectsOf = ({ session, mayRejectAll }: Delivery): number | string | undefined =>
  mayRejectAll ? '100%' : session.pipeline.limits.maxRejects;

const receiverOf = (delivery: Delivery, transport: Transport): RunDeps['receiver'] => ({
  target: delivery.connection.target,
  transport,
  skewS: () => delivery.connection.skew.seconds,
  mayRefuseAll: maxRejectsOf(delivery) === '100%',
  graceMs: GRACE_MS,
});

/** Opens where a session stores what becomes of rows. */
function storesOf({
  session,
  plan,
  checkpoint,
  ledger,
  keyFileOf = keyFilesIn(session.state, session.system.files),
}: Delivery): Omit<RunDeps['stores'], 'keys' | 'former'> {
  const { state, system } = session;
  const sums = new KeptSums(checkpoint.sums);
  return {
    checkpoint,
    ledger,
    store: claimingStore(state.store, ledger, sums),
    keyFiles: entityRecord((name) => keyFileOf(name, sums)),
    openDeadLetter: (step) => rejectsFiles(state.kept, step, (name, bytes) => sums.add(name, bytes)),
    openNames: () => openScratchFile(state.paths.folder, 'names', system),
    openArchive: ({ entity }) =>
      entity.tooOld && plan.retention?.policy === 'archive'
        ? archiveFile(state.archive, (bytes) => sums.add(state.archive.name, bytes))
        : undefined,
  };
}

const failure = (error: Error): object => ({
  type: 'run.failed',
  code: error instanceof RunError ? error.code : 'BUG.UNEXPECTED',
  message: error.message,
});

/** Errors after which the address may be wrong, or the app. */
const ADDRESS_DOUBTFUL: ReadonlySet<string> = new Set([
  'AUTH.REFUSED',
  'SERVICE.UNREACHABLE',
  'SERVICE.NOT_THE_API',
  'SERVICE.TLS',
  'SERVICE.PROXY',
]);

function hasLanded(checkpoint: Checkpoint): boolean {
  const { created, updated, exists, unchanged, inDoubt } = totals(countsOf(checkpoint));
  return created + updated + exists + unchanged + inDoubt > 0;
}

const countsOf = ({ steps }: Pick<Checkpoint, 'steps'>): Record<EntityName, Counts> =>
  entityRecord((name) => steps[name]?.counts ?? zeroCounts());

/** The number of rows that were rejected or blocked, and of all rows that no rule leaves out. */
function rejectsOf(checkpoint: Checkpoint): [rejected: number, rows: number] {
  const sum = totals(countsOf(checkpoint));
  return [sum.rejected + sum.blocked, meantOf(sum)];
}

/** So many rows in doubt end the run at once: the service does not say what becomes of rows. */
const DOUBTS_MAX = 1_000;

/** The error of a run with rows in doubt; undefined if there are none, or, before its end, not too many. */
function inDoubt({ steps }: Checkpoint, command: string, isRunning: boolean): RunError | undefined {
  const count = totals(countsOf({ steps })).inDoubt;
  if (count === 0 || (isRunning && count < DOUBTS_MAX)) return undefined;
  const rows = count === 1 ? '1 row is' : `${count} rows are`;
  const again = command.replace(/ --fresh(?= |$)/g, '');
  return new RunError(
    'ROW.IN_DOUBT',
    `${rows} in doubt: the service did not say what became of ${count === 1 ? 'it' : 'them'}`,
    { hint: `${runCodes['ROW.IN_DOUBT'].fix}:  ${again}` },
  );
}

type EventDeps = {
  readonly session: Session;
  readonly plan: Plan;
  readonly checkpoint: Checkpoint;
};

/** The events of a run, with those who listen to them. */
function openEvents({ session, plan, checkpoint }: EventDeps, listeners: readonly RunListener[]): RunEvents {
  const { clock, files } = session.system;
  const { batchClass, singleClass } = apiOf(session.pipeline);
  const isDeclared = session.pipeline.limits.requestsPerMinute !== undefined;
  const limits = { batchClass, singleClass, isDeclared };
  return new RunEvents(plan, new RunProgress({ plan, checkpoint, limits, clock, files }), listeners, clock);
}

/** The person at the terminal as a listener. */
function openScreen(clock: Clock, context: Pick<Runtime, 'signal'> & Stderr): Progress {
  return new Progress({
    clock,
    write: context.quiet ? () => {} : context.err,
    style: context.errStyle,
    live: context.live && !context.quiet,
    columns: context.columns,
    signal: context.signal,
  });
}

/** The time from one progress in the log to the next, which `status` reads there. */
const LOG_EVERY_MS = 10_000;

/** The run log as a listener: it has what the line and its requests do as it is. */
const logged = (log: RunLog): RunListener => ({
  everyMs: LOG_EVERY_MS,
  observe(event) {
    if (
      event.type === 'progress' ||
      event.type === 'paused' ||
      event.type === 'resumed' ||
      event.type.startsWith('files.')
    )
      log(event);
  },
  follow(event) {
    if (event.type !== 'tried' && event.type !== 'trying' && event.type !== 'committed')
      log(withoutRows(event));
  },
});

const withoutRows = (
  event: Exclude<RunEvent | TransportEvent, { type: 'tried' | 'trying' | 'committed' }>,
): object =>
  'state' in event ? { type: event.type, entity: event.entity, counts: event.state.counts } : event;
