import { type EntityName, type Item, isReferredTo } from '../input/entities/entity.ts';
import { readRows } from '../input/sources/read-rows.ts';
import type { Source } from '../input/sources/source.ts';
import type { KeyFile } from '../keys/key-file.ts';
import type { KeyIndex } from '../keys/key-index.ts';
import { isHeldAs } from '../ledger/compare.ts';
import type { FormerValues } from '../ledger/former/former-values.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { fixedInService } from '../service/targets/fixed-fields.ts';
import type { Target } from '../service/targets/target.ts';
import type { Transport } from '../service/transport/transport.ts';
import { onAbort } from '../system/on-abort.ts';
import type { System } from '../system/system.ts';
import { type Accept, createAccept, headOf, restoreAccepted } from './accept.ts';
import type { Archive } from './archive.ts';
import { type Batch, batch } from './batch.ts';
import { type CheckDeps, check } from './check.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import { Commit, type CommitDeps, type CommittedRows, type StepFiles } from './commit.ts';
import type { DeadLetter } from './dead-letter.ts';
import { type DiffDeps, diff, finderOf } from './diff.ts';
import { InFlight } from './in-flight.ts';
import { IntentEnds } from './intent-ends.ts';
import { lanes } from './lanes.ts';
import type { Plan, Step } from './plan.ts';
import { doubtfulRows, recheck } from './recheck.ts';
import type { StepChanges } from './row-change.ts';
import { Slabs } from './rows/slab.ts';
import { RunScreen } from './rows/slab-blocks.ts';
import { completeOf } from './sending/fallback.ts';
import { hostFinder } from './sending/host-of.ts';
import { type LeftOut, leftOutWithMessage } from './sending/left-out.ts';
import { mentionsOf } from './sending/mentions.ts';
import { prepareOf, withHalfwayOf } from './sending/prepare.ts';
import { RefusalWatch } from './sending/refusal-watch.ts';
import { type BatchDeps, send } from './sending/send.ts';
import { UserNames, type UserNamesDeps } from './sending/user-names.ts';
import { stepReading } from './step-reading.ts';

/** Rows that have left the window. */
export type Committed = {
  readonly type: 'committed';
  readonly entity: EntityName;
  readonly state: StepState;
} & CommittedRows;

/** An event of a run. */
export type RunEvent =
  | { readonly type: 'step.started'; readonly entity: EntityName; readonly state: StepState }
  | Committed
  | { readonly type: 'step.done'; readonly entity: EntityName; readonly state: StepState };

/** The service that rows are written to, and what is known of it. */
type Receiver = {
  readonly target: Target;
  readonly transport: Transport;
  /** Seconds that the service's clock is ahead of ours. */
  readonly skewS: () => number;
  /** True if the service may refuse all rows alike; else that ends the run. */
  readonly mayRefuseAll?: boolean;
  /** Time for which a request whose answer was lost may still take effect. */
  readonly graceMs: number;
};

/** The places where a run stores what becomes of its rows. */
type Stores = {
  readonly checkpoint: Checkpoint;
  readonly store: CheckpointStore;
  readonly keys: Readonly<Record<EntityName, KeyIndex>>;
  readonly keyFiles: Readonly<Record<EntityName, KeyFile>>;
  readonly ledger: Ledger;
  /** Keeps what rows have that were there before us, before they are changed. */
  readonly former: Pick<FormerValues, 'keep' | 'find' | 'settle' | 'isHalfway'>;
  readonly openDeadLetter: (step: Step) => DeadLetter;
  /** Opens where rows that a step leaves out are kept; undefined if they are not. */
  readonly openArchive: (step: Step) => Archive | undefined;
  /** Opens a file for the names of users. */
  readonly openNames: UserNamesDeps['open'];
};

/** The bounds of what is under way at once. */
type Bounds = {
  /** Batches under way at once, and lanes that conversations are spread over. */
  readonly width: number;
  /** The largest number of rows in the window. */
  readonly capacity: number;
  readonly commitEveryMs: number;
};

export type RunDeps = {
  readonly receiver: Receiver;
  readonly stores: Stores;
  readonly bounds: Bounds;
  /** Set if some rows may already be in the service: those are compared, and changed instead of created. */
  readonly sync?: SyncDeps | undefined;
  /** Returns how the changed rows of an entity are listed; undefined if they are not. */
  readonly changesOf?: ((entity: EntityName) => StepChanges | undefined) | undefined;
  readonly observe: (event: RunEvent) => void;
  readonly system: Pick<System, 'clock' | 'random'>;
  /** On abort the run reads no more rows, lets requests under way finish, commits, and throws the reason. */
  readonly signal: AbortSignal;
};

/** Things that a run needs to send only changes. */
export type SyncDeps = {
  /** True if the ledger had any row of an entity when the sync run began. */
  readonly hasRows: (entity: EntityName) => boolean;
  /** True if this sync run removes a message at its end, and with it what hangs on it. */
  readonly isRemoved?: (muid: string) => boolean;
  /** Called with the entity, ordinal and ledger number of a row, once the ledger has recorded it. */
  readonly onRecorded?: (entity: EntityName, ordinal: number, row: number) => void;
};

/** The longest time between sending a row and the last save before its outcome: an outage, with a reserve. */
const UNCERTAIN_MS = 2 * 3_600_000;

/**
 * Batches of one row that can be under way or wait for their turn: enough that the rows of a busy sender, who has to wait,
 * do not keep those of others waiting.
 */
const SINGLES_WIDTH = 1_024;

/**
 * Runs the whole line, entity after entity: rows → check → diff → batch → lanes → send → commit. Continues where the
 * checkpoint ends.
 * @throws RunError if it cannot finish; rows that were settled before are committed
 */
export async function run(plan: Plan, deps: RunDeps): Promise<void> {
  const { checkpoint, ledger, keys, keyFiles } = deps.stores;
  if (Object.values(checkpoint.steps).some(({ done }) => !done)) ledger.accepted.keepRoom();
  const screen = new RunScreen();
  for (const step of plan.steps) {
    const { name } = step.entity;
    const state = checkpoint.steps[name] as StepState;
    // Nobody looks for a key of rows that are all settled, if no row can refer to them or hang on them.
    if (!state.done || state.doubts?.length || isReferredTo(name) || name === 'messages')
      await keyFiles[name].restore(keys[name], state.keyBytes);
    if (state.doubts?.length) await runStep(step, state, plan, { ...deps, screen, again: true });
    if (!state.done) await runStep(step, state, plan, { ...deps, screen });
  }
  screen.leave();
}

/** Things that a step is run with. */
type StepDeps = RunDeps & {
  readonly screen: RunScreen;
  /** True to send only the rows in doubt, which are counted already. */
  readonly again?: boolean;
};

async function runStep(step: Step, state: StepState, plan: Plan, deps: StepDeps): Promise<void> {
  const { name } = step.entity;
  const { stores, receiver, bounds, observe, again = false } = deps;
  const { ledger, checkpoint, keys } = stores;
  const { transport } = receiver;
  const most = step.route.maxItems === 1 ? Math.max(bounds.width, SINGLES_WIDTH) : bounds.width;
  const width = Math.max(1, Math.min(most, rowsOf(step)));
  const before = structuredClone(state);
  const halt = new AbortController();
  const stop = AbortSignal.any([deps.signal, halt.signal]);
  const fail = (error: unknown): void => halt.abort(error);
  const deadLetter = stores.openDeadLetter(step);
  await deadLetter.restore(state.rejects);
  const files: StepFiles = { deadLetter, archive: stores.openArchive(step) };
  using names = new UserNames({
    plan,
    keys,
    signal: deps.signal,
    lastFile: deps.sync !== undefined,
    open: stores.openNames,
  });
  await files.archive?.restore(state.archived);
  const accepted = restoreAccepted(state, checkpoint, name, ledger);
  const ends = new IntentEnds();
  const { window, commit, accept } = openWindow(step, state, {
    ...deps,
    files,
    ends,
    onFailed: fail,
  });
  using _waking = onAbort(stop, () => window.wake());
  observe({ type: 'step.started', entity: name, state });

  const find = finderOf(name, { ...deps, ledger, checkpoint });
  const checked = checkDeps(step, plan, deps, find);
  const reading = { ...checked, versions: ledger.versions, slabs: new Slabs(), screen: deps.screen };
  const readingOf = (source: Source, file: number) => stepReading(source, file, reading);
  const items = again
    ? recheck(doubtfulRows(step.sources, before.doubts ?? [], stop), window, checked)
    : check(readRows(step.sources, state.at, stop, readingOf), window, accepted, checked.leftOut);
  const changed = diff(items, window, {
    entity: step.entity,
    versions: ledger.versions,
    createsInactive: name !== 'users' || step.route.carries.has('deactivatedAt'),
    find,
    fields: deps.changesOf?.(name)?.fields,
    askFixed: (item, entry) => fixedInService(step.entity, item, entry, transport, stop),
    recordIntent(pending, seq) {
      ledger.recordIntent(name, pending);
      ends.add(seq, ledger.intentsEnd);
      // Whoever sends them waits for it, and gets its error.
      ledger.intentsSynced().catch(() => {});
    },
  });
  const batches = batch(changed, step.route, window, width, stop);
  const refusals = new RefusalWatch(name, again || receiver.mayRefuseAll === true);
  const hostOf = hostFinder({
    ledger,
    transport,
    keys,
    sync: deps.sync,
    step,
    plan,
    record: () => accept.now(),
  });
  const sending = { ...sendDeps(step, state, window, { ...deps, plan, names }), hostOf, refusals };
  const work = async (one: Batch): Promise<void> => {
    await commit.mark((one.items.at(-1) as Item).seq);
    await refusals
      .during(() => send(one, sending, stop))
      .catch((error) => {
        fail(error);
        throw error;
      });
  };
  await lanes(batches, width, work)
    .then(() => stop.aborted || refusals.end())
    .catch(fail);
  await commit.close(!stop.aborted && !again);
  if (stop.aborted && refusals.isUndecided) await takeBack(state, before, { ...stores, ...files });
  if (stop.aborted) throw stop.reason;
  observe({ type: 'step.done', entity: name, state });
}

/** The number of rows of a step, if it is known before they are read. */
const rowsOf = ({ sources }: Step): number =>
  sources.reduce((sum, { rows = Number.POSITIVE_INFINITY }) => sum + rows, 0);

/** Makes the things that the rows of a step are checked against. */
function checkDeps(
  step: Step,
  plan: Plan,
  deps: StepDeps,
  find: DiffDeps['find'],
): CheckDeps & Pick<Step, 'route'> & { readonly leftOut: LeftOut | undefined } {
  const { sync, stores } = deps;
  const { ledger, checkpoint, keys } = stores;
  const isKnown = sync?.hasRows(step.entity.name) || checkpoint.known;
  // As for whoever looks for the message of a reply: where not all messages are read, it may be among the others.
  const readsAll = step.whole === undefined || (sync !== undefined && !plan.referred);
  return {
    ...step,
    ...plan,
    keys,
    isHeld: isKnown ? (key, data) => isHeldAs(step.entity, find?.(key), data, ledger.versions) : undefined,
    messageOf: (muid) => {
      const { origin } = ledger.find('messages', muid) ?? {};
      if (origin === 'created' || origin === 'exists') return origin;
      return readsAll && origin === undefined && keys.messages.state(muid) === undefined
        ? 'nowhere'
        : undefined;
    },
    leftOut: leftOutWithMessage(step, plan, keys, { ledger, isRemoved: sync?.isRemoved }, deps.signal),
    versionOf: sync && ledger.versions.of,
  };
}

/** The window of a step, and the commit of the rows that leave it. */
function openWindow(
  step: Step,
  state: StepState,
  deps: StepDeps & Pick<CommitDeps, 'files' | 'onFailed' | 'ends'>,
): { readonly window: InFlight; readonly commit: Commit; readonly accept: Accept } {
  const { name } = step.entity;
  const { files, ends, onFailed, sync, bounds, again = false } = deps;
  const { ledger, checkpoint, store, keys, keyFiles } = deps.stores;
  const { clock } = deps.system;
  const window = new InFlight(bounds.capacity, again ? 0 : headOf(state), () => commit.nudge());
  const accept = createAccept({
    window,
    entity: name,
    ledger,
    checkpoint,
    state,
    clock,
    onFailed,
    again,
    onRecorded: sync?.onRecorded && ((ordinal, row) => sync.onRecorded?.(name, ordinal, row)),
    changes: deps.changesOf?.(name),
  });
  const commit = new Commit({
    step: { entity: name, state, keys: keys[name], keyFile: keyFiles[name], placeOf: step.placeOf, again },
    window,
    accept,
    ledger,
    files,
    checkpoint,
    store,
    onFailed,
    clock,
    ends,
    everyMs: bounds.commitEveryMs,
    onCommitted: ({ rows, others }) => deps.observe({ type: 'committed', entity: name, state, rows, others }),
  });
  return { window, commit, accept };
}

const secondsOf = (ms: number): number => Math.floor(ms / 1_000);

/** Makes the things that the batches of a step are sent with. Call it before the first is sent: it reads the state of the earlier run. */
function sendDeps(
  step: Step,
  state: StepState,
  window: InFlight,
  deps: StepDeps & { readonly plan: Plan; readonly names: UserNames },
): Omit<BatchDeps, 'hostOf' | 'refusals'> {
  const { plan, names, sync, system, signal } = deps;
  const { transport, target, graceMs, skewS } = deps.receiver;
  const { checkpoint, ledger, keys, former } = deps.stores;
  const { groupType = 'public' } = checkpoint;
  const startedAtMs = Date.parse(checkpoint.startedAt);
  // Rows in doubt may be from any of the earlier runs.
  const savedAtMs = deps.again ? startedAtMs : Date.parse(checkpoint.savedAt);
  const isKnown = sync !== undefined || checkpoint.known === true;
  if (isKnown && !sync) ledger.times.beginSending(startedAtMs, true);
  return {
    route: step.route,
    transport,
    probe: target.probe,
    ...system,
    mentions: mentionsOf(step, plan, { keys, signal, transport, names, lose: window.lose.bind(window) }),
    isOwnGroup: (guid) => ledger.find('groups', guid)?.origin === 'created',
    prepare: prepareOf(
      step,
      { former, ledger, transport, signal },
      completeOf(step, plan, groupType, keys, signal),
    ),
    withHalfway: withHalfwayOf(step, former),
    doubt: {
      maybeSentBelow: state.sentHigh,
      // Read when they are used: the service's clock is known with its first answer.
      since: () => secondsOf(startedAtMs) + skewS(),
      uncertainSince: () =>
        isKnown
          ? ledger.times.uncertainSince
          : secondsOf(Math.max(startedAtMs, savedAtMs - UNCERTAIN_MS)) + skewS(),
      graceMs,
      pastSettledAt: system.clock.elapsed() + graceMs,
    },
    window,
  };
}

/**
 * Takes back what a step has settled: its only answers were refusals, all alike, and the next run may get better ones. What
 * may have been sent stays marked.
 */
async function takeBack(
  state: StepState,
  before: StepState,
  { deadLetter, archive, checkpoint, store }: StepFiles & Pick<Stores, 'checkpoint' | 'store'>,
): Promise<void> {
  for (const name of Object.keys(state)) if (name !== 'sentHigh') Reflect.deleteProperty(state, name);
  const { sentHigh: _, ...rest } = before;
  Object.assign(state, rest);
  checkpoint.serial++;
  await store.save(checkpoint);
  await deadLetter.restore(state.rejects);
  await archive?.restore(state.archived);
}
