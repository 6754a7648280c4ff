import type { EntityName, Item } from '../input/entities/entity.ts';
import { readRows } from '../input/sources/read-rows.ts';
import type { KeyFile } from '../keys/key-file.ts';
import type { KeyIndex } from '../keys/key-index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Target } from '../service/targets/target.ts';
import type { Transport } from '../service/transport/transport.ts';
import type { System } from '../system/system.ts';
import { createAccept, headOf, restoreAccepted } from './accept.ts';
import type { Archive } from './archive.ts';
import { type Batch, batch } from './batch.ts';
import { check } from './check.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import { type Commit, type CommitDeps, createCommit } from './commit.ts';
import type { DeadLetter } from './dead-letter.ts';
import { diff } from './diff.ts';
import { InFlight, type Settled } from './in-flight.ts';
import { lanes } from './lanes.ts';
import type { Plan, Step } from './plan.ts';
import { type SendDeps, send } from './send.ts';

/** An event of a run. */
export type RunEvent =
  | { readonly type: 'step.started'; readonly entity: EntityName; readonly state: StepState }
  | {
      readonly type: 'committed';
      readonly entity: EntityName;
      readonly state: StepState;
      readonly rows: readonly Settled[];
    }
  | { readonly type: 'step.done'; readonly entity: EntityName; readonly state: StepState };

export type RunDeps = {
  readonly target: Target;
  readonly transport: Transport;
  readonly checkpoint: Checkpoint;
  readonly store: CheckpointStore;
  readonly keys: Readonly<Record<EntityName, KeyIndex>>;
  readonly keyFiles: Readonly<Record<EntityName, KeyFile>>;
  readonly ledger: Ledger;
  /** Set if some rows may already be in the service: those are compared, and changed instead of created. */
  readonly sync?: SyncDeps | undefined;
  readonly openDeadLetter: (step: Step) => DeadLetter;
  /** Opens where rows that a step leaves out are kept; undefined if they are not. */
  readonly openArchive: (step: Step) => Archive | undefined;
  readonly observe: (event: RunEvent) => void;
  readonly system: Pick<System, 'clock' | 'random'>;
  /** Batches under way at once, and lanes that conversations are spread over. */
  readonly width: number;
  /** The largest number of rows in the window. */
  readonly capacity: number;
  readonly commitEveryMs: number;
  /** How long a request whose answer was lost may still take effect. */
  readonly graceMs: number;
  /** On abort the run reads no more rows, lets requests under way finish, commits, and throws the reason. */
  readonly signal: AbortSignal;
};

/** What a run needs to send only changes. */
export type SyncDeps = {
  /** Whether the ledger had any row of an entity when the sync run began. */
  readonly hasRows: (entity: EntityName) => boolean;
  /** Epoch seconds; rows whose outcome is unknown cannot have been sent earlier. */
  readonly uncertainSince: number;
  /** Called with the entity, ordinal and ledger number of a row, once the ledger has recorded it. */
  readonly onRecorded?: (entity: EntityName, ordinal: number, row: number) => void;
};

/** The longest time between sending a row and the last save before its outcome: an outage, with a reserve. */
const UNCERTAIN_MS = 2 * 3_600_000;

/**
 * Runs the whole line, entity after entity: rows → check → diff → batch → lanes → send → commit. Continues where the
 * checkpoint ends.
 * @throws RunError if it cannot finish; rows that were settled before are committed
 */
export async function run(plan: Plan, deps: RunDeps): Promise<void> {
  const { steps, lineage } = deps.checkpoint;
  if (Object.values(steps).some(({ done }) => !done)) deps.ledger.accepted.begin(lineage);
  for (const step of plan.steps) {
    const state = deps.checkpoint.steps[step.entity.name] as StepState;
    await deps.keyFiles[step.entity.name].restore(deps.keys[step.entity.name], state.keyBytes);
    if (!state.done) await runStep(step, state, plan, deps);
  }
}

async function runStep(step: Step, state: StepState, plan: Plan, deps: RunDeps): Promise<void> {
  const { name } = step.entity;
  const { ledger, width, observe } = deps;
  const halt = new AbortController();
  const stop = AbortSignal.any([deps.signal, halt.signal]);
  const fail = (error: unknown): void => halt.abort(error);
  const deadLetter = deps.openDeadLetter(step);
  await deadLetter.restore(state.rejects);
  const archive = deps.openArchive(step);
  await archive?.restore(state.archived);
  const accepted = restoreAccepted(state, deps.checkpoint, name, ledger);
  const { window, commit } = openWindow(step, state, { ...deps, deadLetter, archive, onFailed: fail });
  stop.addEventListener('abort', () => window.wake(), { once: true });
  observe({ type: 'step.started', entity: name, state });

  const rows = readRows(step.sources, state.at, stop);
  const isHeld = deps.sync && ((key: string) => ledger.find(name, key) !== undefined);
  const { carries } = step.route;
  const items = check(rows, window, { ...step, ...plan, keys: deps.keys, carries, isHeld, accepted });
  const changed = diff(items, window, {
    entity: step.entity,
    versionOf: ledger.versionOf,
    find: (key) => (deps.sync?.hasRows(name) ? ledger.find(name, key) : undefined),
    recordIntent: (pending) => ledger.recordIntent(name, pending),
  });
  const batches = batch(changed, step.route, window, width, stop);
  const sending = sendDeps(step, state, window, deps);
  const work = async (one: Batch): Promise<void> => {
    await commit.mark((one.items.at(-1) as Item).seq);
    await send(one, sending, stop).catch((error) => {
      fail(error);
      throw error;
    });
  };
  await lanes(batches, width, work).catch(fail);
  await commit.close(!stop.aborted);
  if (stop.aborted) throw stop.reason;
  observe({ type: 'step.done', entity: name, state });
}

/** The window of a step, and the commit of the rows that leave it. */
function openWindow(
  step: Step,
  state: StepState,
  deps: RunDeps & Pick<CommitDeps, 'deadLetter' | 'archive' | 'onFailed'>,
): { readonly window: InFlight; readonly commit: Commit } {
  const { name } = step.entity;
  const { ledger, deadLetter, archive, checkpoint, store, onFailed, sync } = deps;
  const { clock } = deps.system;
  const window = new InFlight(deps.capacity, headOf(state), () => commit.nudge());
  const accept = createAccept({
    ...{ window, entity: name, ledger, checkpoint, state, clock, onFailed },
    onRecorded: sync?.onRecorded && ((ordinal, row) => sync.onRecorded?.(name, ordinal, row)),
  });
  const commit = createCommit({
    ...{ window, entity: name, state, accept, deadLetter, archive, checkpoint, store, onFailed, clock },
    keyFile: deps.keyFiles[name],
    keys: deps.keys[name],
    nameOf: step.nameOf,
    everyMs: deps.commitEveryMs,
    onCommitted: (rows) => deps.observe({ type: 'committed', entity: name, state, rows }),
  });
  return { window, commit };
}

/** What the batches of a step are sent with. Call it before the first is sent: it reads the state of the earlier run. */
function sendDeps(step: Step, state: StepState, window: InFlight, deps: RunDeps): SendDeps {
  const { transport, target, graceMs, checkpoint, sync, system } = deps;
  const startedAtMs = Date.parse(checkpoint.startedAt);
  const savedAtMs = Date.parse(checkpoint.savedAt);
  return {
    ...{ route: step.route, transport, probe: target.probe, graceMs, ...system },
    maybeSentBelow: state.sentHigh,
    since: Math.floor(startedAtMs / 1000),
    uncertainSince:
      sync?.uncertainSince ?? Math.floor(Math.max(startedAtMs, savedAtMs - UNCERTAIN_MS) / 1000),
    pastSettledAt: system.clock.elapsed() + graceMs,
    settle: window.settle.bind(window),
  };
}
