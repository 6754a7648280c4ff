import type { EntityName, Item } from '../input/entities/entity.ts';
import { readRows } from '../input/sources/read-rows.ts';
import type { KeyFile } from '../keys/key-file.ts';
import type { KeyIndex } from '../keys/key-index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Target } from '../service/targets/target.ts';
import type { Transport } from '../service/transport/transport.ts';
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

/** What happens while a run goes on. */
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
  /** Set where the service is known to hold some of the rows: those are compared, and changed instead of created. */
  readonly sync?: SyncDeps | undefined;
  readonly openDeadLetter: (step: Step) => DeadLetter;
  readonly observe: (event: RunEvent) => void;
  /** Batches under way at once, and lanes that conversations are spread over. */
  readonly width: number;
  /** Rows in the window at most. */
  readonly capacity: number;
  readonly commitEveryMs: number;
  readonly graceMs: number;
  /** Aborted: take no more rows, let requests under way finish, commit. Its reason is thrown. */
  readonly signal: AbortSignal;
};

/** What a run must know to bring only what has changed. */
export type SyncDeps = {
  /** Whether the ledger knew any row of an entity when the night began. */
  readonly hasRows: (entity: EntityName) => boolean;
  /** Epoch seconds before which no row can have been sent of which nobody knows what became of it. */
  readonly uncertainSince: number;
  /** Told of a row, by its entity and ordinal, once the ledger has it under a number. */
  readonly onRecorded?: (entity: EntityName, ordinal: number, row: number) => void;
};

/** The longest that a row can have waited for its outcome before the last save: an outage, and then some. */
const DOUBT_MS = 2 * 3_600_000;

/**
 * The whole line, entity after entity: rows → check → diff → batch → lanes → send → commit. Goes on where the
 * checkpoint ends.
 * @throws RunError when it cannot finish; what was settled until then is committed
 */
export async function run(plan: Plan, deps: RunDeps): Promise<void> {
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
  const { window, commit } = openWindow(step, state, { ...deps, deadLetter, onFailed: fail });
  stop.addEventListener('abort', () => window.wake(), { once: true });
  observe({ type: 'step.started', entity: name, state });

  const rows = readRows(step.sources, state.at, stop);
  const items = check(rows, window, { ...step, ...plan, keys: deps.keys, carries: step.route.carries });
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

/** The window of a step, and the commit of what leaves it. */
function openWindow(
  step: Step,
  state: StepState,
  deps: RunDeps & Pick<CommitDeps, 'deadLetter' | 'onFailed'>,
): { readonly window: InFlight; readonly commit: Commit } {
  const { name } = step.entity;
  const { ledger, deadLetter, checkpoint, store, onFailed, sync } = deps;
  const window = new InFlight(deps.capacity, state.counts.read, () => commit.nudge());
  const commit = createCommit({
    ...{ window, entity: name, state, ledger, deadLetter, checkpoint, store, onFailed },
    keyFile: deps.keyFiles[name],
    keys: deps.keys[name],
    nameOf: step.nameOf,
    onRecorded: sync?.onRecorded && ((ordinal, row) => sync.onRecorded?.(name, ordinal, row)),
    everyMs: deps.commitEveryMs,
    onCommitted: (rows) => deps.observe({ type: 'committed', entity: name, state, rows }),
  });
  return { window, commit };
}

/** What the batches of a step are sent with; to be made before any of them is. */
function sendDeps(step: Step, state: StepState, window: InFlight, deps: RunDeps): SendDeps {
  const { transport, target, graceMs, checkpoint, sync } = deps;
  const startedAtMs = Date.parse(checkpoint.startedAt);
  const savedAtMs = Date.parse(checkpoint.savedAt);
  return {
    ...{ route: step.route, transport, probe: target.probe, graceMs },
    maybeSentBelow: state.sentHigh,
    since: Math.floor(startedAtMs / 1000),
    uncertainSince: sync?.uncertainSince ?? Math.floor(Math.max(startedAtMs, savedAtMs - DOUBT_MS) / 1000),
    pastSettledAt: performance.now() + graceMs,
    settle: window.settle.bind(window),
  };
}
