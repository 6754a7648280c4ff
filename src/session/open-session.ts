import type { Checkpoint } from '../delivery/checkpoint.ts';
import { firstError, RunError } from '../errors/run-error.ts';
import { type Lock, takeLock } from '../files/lock.ts';
import { requireOwnFolder } from '../files/own-folder.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { errorBlock } from '../report/screen/error-block.ts';
import { openKnownLedger } from '../state/claims.ts';
import { type CheckpointInputs, openCheckpoint } from '../state/open-checkpoint.ts';
import { State, statePaths } from '../state/state.ts';
import type { System } from '../system/system.ts';
import type { CommandContext } from '../terminal/context.ts';
import { type Connection, connect } from './connect.ts';
import { fenced } from './fence.ts';
import { RequestTally } from './request-tally.ts';

/** Codes of a ledger that a run which starts over does without. */
const UNUSABLE: ReadonlySet<string> = new Set(['STATE.TARGET_CHANGED', 'STATE.CORRUPT']);

/**
 * The resources of one command on a pipeline: lock, target, checkpoint and ledger. A command opens them in the order that
 * it needs; disposing of the session closes them in reverse order.
 */
export interface Session extends AsyncDisposable {
  readonly pipeline: Pipeline;
  /** The state that is written: that of the pipeline, or of a retry of its rejects. */
  readonly state: State;
  /** Sends and saves only while the lock is ours. */
  readonly system: System;
  readonly requests: RequestTally;

  /**
   * Prepares the target.
   * @throws RunError `AUTH.KEY_MISSING`, `SANDBOX.FAILED`
   */
  connect(): Promise<Connection>;

  /**
   * Loads the checkpoint of the state, or creates a new one; with `fresh` always a new one, which is not saved yet.
   * @param inputs the input files, by entity
   * @param nowMs when the run began, epoch milliseconds
   * @throws RunError `STATE.*` if the state belongs to other inputs, another target or another pipeline
   */
  openCheckpoint(
    connection: Connection,
    inputs: CheckpointInputs,
    nowMs: number,
    fresh?: boolean,
  ): Promise<Checkpoint>;

  /**
   * Opens the ledger of the pipeline.
   * @throws RunError `STATE.*`, also if it does not hold what the checkpoints claim
   */
  openLedger(connection: Connection): Promise<Ledger>;

  /**
   * Opens the ledger for a run that starts over: one of another target, or that is damaged, is renamed to `….before`.
   * @throws RunError `STATE.*`
   */
  openFreshLedger(connection: Connection): Promise<Ledger>;
}

/**
 * Creates the state folder and takes the lock of the pipeline. Runs and retries of one pipeline share that lock. From then on
 * a command must use the state and the system of its session.
 * @param lock the lock of the pipeline, if the caller has taken it; it then stays the caller's
 * @throws RunError `STATE.UNWRITABLE`, `STATE.NOT_OWN`, `STATE.LOCKED`
 */
export async function openSession(
  pipeline: Pipeline,
  unlocked: State,
  context: CommandContext,
  lock?: Lock,
): Promise<Session> {
  const { commandLine, signal, system: outside, err } = context;
  const opened = new AsyncDisposableStack();
  // The state of a retry is a folder in it.
  await requireOwnFolder(pipeline.stateFolder, outside.files);
  await unlocked.over(outside.files).make();
  const held =
    lock ?? opened.use(await takeLock(statePaths(pipeline.stateFolder).lock, commandLine, outside));
  let isLost = false;
  const system = fenced(outside, () => {
    try {
      held.assertHeld();
    } catch (error) {
      isLost = true;
      throw error;
    }
  });
  const { files } = system;
  const state = unlocked.over(files);
  const whole = new State(pipeline.stateFolder, files);
  const openLedger = async ({ identity, skew }: Connection): Promise<Ledger> => {
    const checkpoints = [await whole.store.load(), await whole.retry.store.load()];
    const known = opened.use(await openKnownLedger(whole.ledger, checkpoints, system, identity));
    skew.onKnown((seconds) => known.times.correct(seconds));
    return known;
  };
  return {
    pipeline,
    state,
    system,
    requests: new RequestTally(),
    connect: async () => {
      const connection = opened.use(await connect(pipeline, whole.paths.sandbox, context));
      const { skew } = connection;
      skew.onKnown(() => {
        if (skew.warning !== undefined && !context.quiet) err(`warning: ${skew.warning}\n`);
      });
      return connection;
    },
    openCheckpoint: ({ identity }, plan, nowMs, fresh = false) =>
      openCheckpoint({ pipeline, plan, store: state.store, target: identity, signal, nowMs, system, fresh }),
    openLedger,
    openFreshLedger: async (connection) => {
      try {
        return await openLedger(connection);
      } catch (error) {
        if (!(error instanceof RunError) || !UNUSABLE.has(error.code)) throw error;
        await whole.setLedgerAside('.before');
        return await openLedger(connection);
      }
    },
    [Symbol.asyncDispose]: () => {
      const isSaid = isLost;
      return opened.disposeAsync().catch((thrown: unknown) => {
        // The command has its result, and what is left behind is no part of it.
        const error = firstError(thrown);
        if (!(error instanceof RunError)) throw error;
        // A run that has lost its lock has ended with that error.
        if (isSaid && error.code === 'STATE.LOCK_LOST') return;
        err(errorBlock(error, context));
      });
    },
  };
}
