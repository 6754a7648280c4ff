import { join } from 'node:path';
import type { Checkpoint } from '../delivery/checkpoint.ts';
import { RunError } from '../errors/run-error.ts';
import { takeLock } from '../files/lock.ts';
import { requireOwnFolder } from '../files/own-folder.ts';
import type { EntityName } from '../input/entities/entity.ts';
import { type KeyFile, keyFile } from '../keys/key-file.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import type { CommandContext } from '../terminal/context.ts';
import { type Connection, connect } from './connect.ts';
import { type CheckpointInputs, openCheckpoint } from './open-checkpoint.ts';
import { RequestTally } from './request-tally.ts';
import { makeStateFolder, type State, type StatePaths, statePaths } from './state-folder.ts';

/**
 * The resources of one command on a pipeline: lock, target, checkpoint and ledger. A command opens them in the order that
 * it needs; disposing of the session closes them in reverse order.
 */
export interface Session extends AsyncDisposable {
  readonly pipeline: Pipeline;
  /** The state that is written: that of the pipeline, or of a retry of its rejects. */
  readonly state: State;
  readonly system: System;
  readonly requests: RequestTally;

  /**
   * Prepares the target.
   * @throws RunError `AUTH.KEY_MISSING`, `SANDBOX.FAILED`
   */
  connect(): Promise<Connection>;

  /**
   * Loads the checkpoint of the state, or creates a new one.
   * @param inputs the input files, by entity
   * @param nowMs when the run began, epoch milliseconds
   * @throws RunError `STATE.*` if the state belongs to other inputs, another target or another pipeline
   */
  openCheckpoint(connection: Connection, inputs: CheckpointInputs, nowMs: number): Promise<Checkpoint>;

  /**
   * Opens the ledger of the pipeline.
   * @throws RunError `STATE.*`
   */
  openLedger(connection: Connection): Ledger;

  /**
   * Opens the ledger for a run that starts over: a ledger of another target is renamed to `….before`.
   * @throws RunError `STATE.*`
   */
  openFreshLedger(connection: Connection): Promise<Ledger>;
}

/**
 * Creates the state folder and takes the lock of the pipeline. Runs and retries of one pipeline share that lock.
 * @throws RunError `STATE.UNWRITABLE`, `STATE.NOT_OWN`, `STATE.LOCKED`
 */
export async function openSession(
  pipeline: Pipeline,
  state: State,
  { commandLine, env, signal, allowCode, system }: CommandContext,
): Promise<Session> {
  const { files } = system;
  const { lock, ledger, sandbox } = statePaths(pipeline.stateFolder);
  const opened = new AsyncDisposableStack();
  // The state of a retry is a folder in it.
  await requireOwnFolder(pipeline.stateFolder, files);
  await makeStateFolder(state.paths, files);
  opened.use(await takeLock(lock, commandLine, system));
  const openLedger = ({ identity }: Connection): Ledger => opened.use(new Ledger(ledger, system, identity));
  return {
    pipeline,
    state,
    system,
    requests: new RequestTally(),
    connect: async () => opened.use(await connect(pipeline, sandbox, { env, allowCode })),
    openCheckpoint: ({ identity }, plan, nowMs) =>
      openCheckpoint({ pipeline, plan, store: state.store, target: identity, signal, nowMs, system }),
    openLedger,
    openFreshLedger: async (connection) => {
      try {
        return openLedger(connection);
      } catch (error) {
        if (!(error instanceof RunError) || error.code !== 'STATE.TARGET_CHANGED') throw error;
        await files.rename(ledger, `${ledger}.before`);
        return openLedger(connection);
      }
    },
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

/** The key files of a state folder, by entity. */
export function keyFilesIn({ keys }: StatePaths, files: Files): (entity: EntityName) => KeyFile {
  return (entity) => keyFile(join(keys, `${entity}.bin`), files);
}
