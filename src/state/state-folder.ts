import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { asRunError, RunError } from '../errors/run-error.ts';
import { requireOwnFolder } from '../files/own-folder.ts';
import { fileState } from '../files/state/file-state.ts';
import type { StateStore } from '../files/state/state-store.ts';
import type { FormerPlace } from '../ledger/former/open-former.ts';
import { removeIndex } from '../ledger/index/remove-index.ts';
import { indexPathOf, type LedgerPlace } from '../ledger/ledger-place.ts';
import { ATTACHMENTS_NAME } from '../pipeline/state-place.ts';
import type { Files } from '../system/files.ts';
import { checkpointStore } from './checkpoint-store.ts';
import { ARCHIVE_NAME, CHECKPOINT_NAME, FORMER_NAME, LEDGER_NAME, SHARD_INDEX_NAME } from './kept-names.ts';

/** The paths of a pipeline's state, in the folder `<state>/<name>/`. */
export type StatePaths = {
  readonly folder: string;
  readonly checkpoint: string;
  readonly lock: string;
  readonly rejects: string;
  /** The messages that the pipeline leaves out and keeps, NDJSON. */
  readonly archive: string;
  readonly keys: string;
  /** The record of the pipeline's rows in the service: its log; the index beside it can be made anew. */
  readonly ledger: string;
  /** The folder that a sync stores about the files of the last sync run. */
  readonly sync: string;
  /** Tables and spools that are made of the sources before they are read. */
  readonly prepared: string;
  /** The ids that differ from the cells that they were made of. */
  readonly idMap: string;
  /** The files of an export that no address leads to. */
  readonly attachments: string;
  /** The tokens of users, which clients log in with: secrets. */
  readonly tokens: string;
  /** The last plan. */
  readonly plan: string;
  /** The result of the last `verify`. */
  readonly verification: string;
  readonly report: string;
  /** The report as an HTML page. */
  readonly page: string;
  readonly log: string;
  /** The records of the last runs, a folder each. */
  readonly runs: string;
  readonly sandbox: string;
  /** The state folder of a retry of the rejects, with the same layout. */
  readonly retry: string;
  /** The state folder of a run of some of the rows, with the same layout. */
  readonly pilot: string;
  /** The folder with what the shards of a run keep until they are joined: an index, and a state folder for each. */
  readonly shards: string;
};

/** The paths in a state folder; touches no file. */
export function statePaths(folder: string): StatePaths {
  return {
    folder,
    checkpoint: join(folder, CHECKPOINT_NAME),
    lock: join(folder, 'lock'),
    rejects: join(folder, 'rejects'),
    archive: join(folder, ARCHIVE_NAME),
    keys: join(folder, 'keys'),
    ledger: join(folder, LEDGER_NAME),
    sync: join(folder, 'sync'),
    prepared: join(folder, 'prepared'),
    idMap: join(folder, 'id-map.csv'),
    attachments: join(folder, ATTACHMENTS_NAME),
    tokens: join(folder, 'tokens.csv'),
    plan: join(folder, 'plan.json'),
    verification: join(folder, 'verify.json'),
    report: join(folder, 'report.json'),
    page: join(folder, 'report.html'),
    log: join(folder, 'run.log'),
    runs: join(folder, 'runs'),
    sandbox: join(folder, 'sandbox.sqlite'),
    retry: join(folder, 'retry'),
    pilot: join(folder, 'pilot'),
    shards: join(folder, 'shards'),
  };
}

/** The state of a pipeline, or of a retry of its rejects: what is kept of it, and the files of this machine around that. */
export type State = {
  readonly paths: StatePaths;
  /** Has the checkpoint, the keys, the ledger, the fingerprints, the rejects and the archive. */
  readonly kept: StateStore;
  /** The checkpoint in it. */
  readonly store: CheckpointStore;
  /** The ledger in it; a retry uses that of its run. */
  readonly ledger: LedgerPlace;
  /** The former values of rows that were there before us; a retry uses that of its run. */
  readonly former: FormerPlace;
};

/** The state in a folder, which need not exist yet. */
export function openState(folder: string, files: Files): State {
  const paths = statePaths(folder);
  const kept = fileState(folder, files);
  const ledger = { state: kept, name: LEDGER_NAME, index: indexPathOf(paths.ledger) };
  const former = { state: kept, name: FORMER_NAME, index: join(folder, 'former.sqlite') };
  return { paths, kept, store: checkpointStore(kept), ledger, former };
}

/**
 * Creates the state folder and its subfolders with mode 0700, and checks that they can be written. One that is there must
 * be the user's own.
 * @throws RunError `STATE.UNWRITABLE`, `STATE.NOT_OWN`
 */
export async function makeStateFolder(paths: StatePaths, files: Files): Promise<void> {
  await requireOwnFolder(paths.folder, files);
  try {
    for (const folder of [paths.folder, paths.rejects, paths.keys, paths.sync]) {
      await files.mkdir(folder, { recursive: true, mode: 0o700 });
      // Each is written only once a row needs it, when requests have been sent already.
      await files.access(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    const message = `the state folder ${paths.folder} cannot be created: ${(error as Error).message}`;
    throw asRunError(error, 'STATE.UNWRITABLE', message);
  }
}

/** Deletes the checkpoint, keys and retries, but no data of the sandbox. The last rejects are renamed to `rejects.before`. */
export async function clearState(paths: StatePaths, files: Files): Promise<void> {
  await checkpointStore(fileState(paths.folder, files)).clear();
  await clearKept(paths, files);
}

/** Does the same, except that it leaves the checkpoint; a saved checkpoint must claim nothing of what is deleted. */
export async function clearKept(paths: StatePaths, files: Files): Promise<void> {
  for (const folder of [paths.keys, paths.retry]) await files.rm(folder, { recursive: true, force: true });
  const rejects = await files.readdir(paths.rejects).catch(() => []);
  if (rejects.length === 0) return;
  await files.rm(rejectsBefore(paths), { recursive: true, force: true });
  await files.rename(paths.rejects, rejectsBefore(paths));
}

/**
 * Takes over what the last state knows of the archive, which all runs and retries of a pipeline append to.
 * @param before the last checkpoint; without one, the file alone decides
 */
export function continueArchive(checkpoint: Checkpoint, before: Checkpoint | undefined): void {
  const { messages } = checkpoint.steps;
  const archived = before?.steps.messages?.archived;
  if (!messages || messages.archived !== undefined || archived === undefined) return;
  messages.archived = archived;
  const sums = before?.sums?.[ARCHIVE_NAME];
  if (sums) checkpoint.sums = { ...checkpoint.sums, [ARCHIVE_NAME]: sums };
}

/** Clears the state and creates the state folder again. */
export async function startOver(paths: StatePaths, files: Files): Promise<void> {
  await clearState(paths, files);
  await makeStateFolder(paths, files);
}

/** Renames the archive to `archive.before`, because a run that starts over reads every row again. */
export async function setArchiveAside({ archive }: StatePaths, files: Files): Promise<void> {
  const folder = dirname(archive);
  if (!files.existsSync(archive)) return;
  await files.rm(`${folder}.before`, { recursive: true, force: true });
  await files.rename(folder, `${folder}.before`);
}

/**
 * Renames a ledger, also one of version 0.1.0, whose name is that of the index now; what has the new name is deleted. The
 * index of the log goes with it.
 * @param end what is added to its name
 */
export async function setLedgerAside(path: string, end: string, files: Files): Promise<void> {
  if (files.existsSync(path)) {
    await files.rm(path + end, { force: true });
    await files.rename(path, path + end);
    removeIndex(indexPathOf(path), files);
    return;
  }
  const older = indexPathOf(path);
  for (const part of ['', '-wal', '-shm']) {
    await files.rm(older + end + part, { force: true });
    if (files.existsSync(older + part)) await files.rename(older + part, older + end + part);
  }
}

/** Folder of the last rejects files when new ones replace them. */
export const rejectsBefore = (paths: StatePaths): string => `${paths.rejects}.before`;

/** True if every step of a run is done, and no row is in doubt. */
export const isDone = ({ steps }: Checkpoint): boolean =>
  Object.values(steps).every(({ done, doubts = [] }) => done && doubts.length === 0);

/**
 * Refuses to work on a state that does not know all that was sent, because the shards of a run are not joined yet.
 * @throws RunError `STATE.SHARDED`
 */
export function requireJoined({ folder }: Pick<StatePaths, 'folder'>, files: Files): void {
  if (files.existsSync(join(folder, SHARD_INDEX_NAME)))
    throw new RunError(
      'STATE.SHARDED',
      `the run of ${folder} is divided among shards that are not joined yet`,
    );
}
