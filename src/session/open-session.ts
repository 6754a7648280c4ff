import type { Checkpoint } from '../delivery/checkpoint.ts';
import type { Plan } from '../delivery/plan.ts';
import { exitCodes, firstError, RunError } from '../errors/run-error.ts';
import { type Lock, takeLock } from '../files/lock.ts';
import { requireOwnFolder } from '../files/own-folder.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { errorBlock } from '../report/screen/error-block.ts';
import { openKnownLedger } from '../state/claims.ts';
import { type CheckpointInputs, openCheckpoint } from '../state/open-checkpoint.ts';
import { State, statePaths } from '../state/state.ts';
import type { System } from '../system/system.ts';
import type { Runtime, Stderr } from '../terminal/context.ts';
import { type Connection, connect } from './connect.ts';
import type { CopiedFiles, CopyHow } from './copied-files.ts';
import { fenced } from './fence.ts';
import { RequestTally } from './request-tally.ts';
import { type RunTrace, type TracedWork, traced } from './runs/run-trace.ts';
import { writeAttachments } from './workplace/attachments-file.ts';
import { writeIdMap } from './workplace/id-map-file.ts';
import { clearWorkplace } from './workplace/workplace.ts';

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
   * Writes what the sources say and no call carries: which ids were made, and which files no address leads to.
   * @throws RunError `STATE.UNWRITABLE`
   */
  writeLists(plan: Plan, signal: AbortSignal): Promise<void>;

  /**
   * Copies the files of a plan's rows: from then on these have the addresses of the copies. Undefined if the pipeline copies none.
   * What ended it early is in the result.
   * @throws RunError `STATE.*`, `FILES.CONFIG`, `FILES.LIBRARY_MISSING`
   */
  copyFiles(plan: Plan, how: CopyHow): Promise<CopiedFiles | undefined>;

  /**
   * Opens the ledger of the pipeline.
   * @throws RunError `STATE.*`, also if it does not hold what the checkpoints claim
   */
  openLedger(connection: Pick<Connection, 'identity' | 'skew'>): Promise<Ledger>;

  /**
   * Opens the ledger for a run that starts over: one of another target, or that is damaged, is renamed to `….before`.
   * @throws RunError `STATE.*`
   */
  openFreshLedger(connection: Connection): Promise<Ledger>;

  /**
   * Does work that leaves a trace, also if it fails.
   * @throws RunError `STATE.UNWRITABLE` if the trace cannot be begun
   */
  traced(what: TracedWork, work: (trace: RunTrace) => Promise<number>): Promise<number>;
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
  context: Runtime & Stderr,
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
  const openLedger = async ({ identity, skew }: Pick<Connection, 'identity' | 'skew'>): Promise<Ledger> => {
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
    writeLists: async (plan, until) => {
      await writeIdMap(plan, state.paths.idMap, files, until);
      await writeAttachments(plan, state.paths.attachments, files, until);
    },
    copyFiles: async (plan, how) => {
      if (!pipeline.files || !plan.copies) return undefined;
      // Loaded for those who copy files.
      const { copyPlanFiles } = await import('./copy-plan-files.ts');
      return opened.use(await copyPlanFiles({ ...how, pipeline, system, plan }, context));
    },
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
    traced: (what, work) => traced({ pipeline, system }, what, context, work),
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

/** Session that `inTracedSession` opens. */
type Opening = {
  readonly pipeline: Pipeline;
  readonly state: State;
  /** The lock of the pipeline, if the caller has taken it; it then stays the caller's. */
  readonly lock?: Lock | undefined;
  readonly command: 'run' | 'rejects retry';
  /** The pipeline file as typed. */
  readonly file: string;
};

/**
 * Does the work of a command that writes rows, in a session on a state and with a trace; if it ends with 0, what was prepared
 * for it is removed. Returns the exit code.
 * @throws RunError those of `openSession` and `traced`, `STATE.SHARDED`
 */
export async function inTracedSession(
  { pipeline, state, lock, command, file }: Opening,
  context: Runtime & Stderr,
  work: (session: Session, trace: RunTrace) => Promise<number>,
): Promise<number> {
  await using session = await openSession(pipeline, state, context, lock);
  // With the lock: another process may have divided the rows since this one has looked.
  session.state.requireJoined();
  // Awaited here: resources disposed on return must outlive the report.
  const exitCode = await session.traced({ command, file }, (trace) => work(session, trace));
  if (exitCode === exitCodes.ok) await clearWorkplace(pipeline, session.system.files);
  return exitCode;
}
