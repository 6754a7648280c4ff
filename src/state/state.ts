import { constants } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { cannotWrite, RunError } from '../errors/run-error.ts';
import { requireOwnFolder } from '../files/own-folder.ts';
import { fileState } from '../files/state/file-state.ts';
import type { StateStore } from '../files/state/state-store.ts';
import { type EntityName, entityNames } from '../input/entities/entity.ts';
import { removeIndex } from '../ledger/index/remove-index.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { indexPathOf, type LedgerPlace } from '../ledger/ledger-place.ts';
import { ATTACHMENTS_NAME, type StatePlace } from '../pipeline/state-place.ts';
import type { PlanBasis } from '../report/result/plan-basis.ts';
import type { Files } from '../system/files.ts';
import type { Keeper, KeptBelow } from '../system/keeper.ts';
import { fromHere, printable } from '../terminal/printable.ts';
import { checkpointIn, checkpointStore } from './checkpoint-store.ts';
import {
  ARCHIVE_NAME,
  CHECKPOINT_NAME,
  FORMER_NAME,
  keysName,
  LEDGER_NAME,
  rejectsName,
  SHARD_INDEX_NAME,
} from './kept-names.ts';
import { KeptRuns } from './kept-runs.ts';
import type { PlanSubject, SavedPlan } from './plan-basis.ts';

/** The paths of a pipeline's state, in the folder `<state>/<name>/`; touches no file. */
export function statePaths(folder: string) {
  return {
    folder,
    checkpoint: join(folder, CHECKPOINT_NAME),
    lock: join(folder, 'lock'),
    /** The locks of what receives events and of what stores them: other work goes on beside them. */
    eventLocks: [join(folder, 'live', 'receiver', 'lock'), join(folder, 'live', 'in', 'lock')],
    rejects: join(folder, 'rejects'),
    /** Folder of the last rejects files when new ones replace them. */
    rejectsBefore: join(folder, 'rejects.before'),
    /** The messages that the pipeline leaves out and keeps, NDJSON. */
    archive: join(folder, ARCHIVE_NAME),
    keys: join(folder, 'keys'),
    /** The record of the pipeline's rows in the service: its log; the index beside it can be made anew. */
    ledger: join(folder, LEDGER_NAME),
    /** The folder that a sync stores about the files of the last sync run. */
    sync: join(folder, 'sync'),
    /** Tables and spools that are made of the sources before they are read. */
    prepared: join(folder, 'prepared'),
    /** The ids that differ from the cells that they were made of. */
    idMap: join(folder, 'id-map.csv'),
    /** The files of an export that no address leads to. */
    attachments: join(folder, ATTACHMENTS_NAME),
    /** The tokens of users, which clients log in with: secrets. */
    tokens: join(folder, 'tokens.csv'),
    /** The last plan. */
    plan: join(folder, 'plan.json'),
    /** The result of the last `verify`. */
    verification: join(folder, 'verify.json'),
    /** The findings of the last probe of the service, and the tokens of rows that may still be there. */
    probe: join(folder, 'probe.json'),
    report: join(folder, 'report.json'),
    /** The report as an HTML page. */
    page: join(folder, 'report.html'),
    log: join(folder, 'run.log'),
    /** The records of the last runs, a folder each. */
    runs: join(folder, 'runs'),
    sandbox: join(folder, 'sandbox.sqlite'),
    /** The folder of what keeps two systems alike: events that came in, and what became of them. */
    live: join(folder, 'live'),
    /** The state folder of a retry of the rejects, with the same layout. */
    retry: join(folder, 'retry'),
    /** The state folder of a run of some of the rows, with the same layout. */
    pilot: join(folder, 'pilot'),
    /** The folder with what the shards of a run keep until they are joined: an index, and a state folder for each. */
    shards: join(folder, 'shards'),
    /** The index of the shards: once it is there, they write. */
    shardIndex: join(folder, SHARD_INDEX_NAME),
  };
}

/** The paths in a state. */
export type StatePaths = Readonly<ReturnType<typeof statePaths>>;

/** A state below another one, where a server keeps them. */
type StateBelow = Pick<KeptBelow, 'holder'> & { readonly checkpoint?: Checkpoint };

/** A document or log in a state. */
type StatePart = { readonly state: StateStore; readonly name: string };

/**
 * State of a pipeline, or of a retry of its rejects or a run of some of its rows: what is kept, and the files of this machine
 * around that. The folder need not exist yet.
 */
export class State {
  readonly paths: StatePaths;
  /** Has the checkpoint, the keys, the ledger, the fingerprints, the rejects and the archive. */
  readonly kept: StateStore;
  /** The checkpoint in it. */
  readonly store: CheckpointStore;
  /** The ledger; a retry, and a run of some rows, use that of the pipeline. */
  readonly ledger: LedgerPlace;
  /** The former values of rows that were there before us; those of the pipeline. */
  readonly former: LedgerPlace;
  /** The archive of the pipeline. */
  readonly archive: StatePart;
  readonly #files: Files;
  readonly #whole: State | undefined;

  /** @param whole the state of the pipeline, if this is of a retry or of some rows */
  constructor(folder: string, files: Files, whole?: State, store?: CheckpointStore) {
    const paths = statePaths(folder);
    const kept = fileState(folder, files);
    this.paths = paths;
    this.kept = kept;
    this.store = store ?? checkpointStore(kept);
    this.ledger = whole?.ledger ?? { state: kept, name: LEDGER_NAME, index: indexPathOf(paths.ledger) };
    this.former = whole?.former ?? { state: kept, name: FORMER_NAME, index: join(folder, 'former.sqlite') };
    this.archive = whole?.archive ?? { state: kept, name: ARCHIVE_NAME };
    this.#files = files;
    this.#whole = whole;
  }

  /** State of a retry of the rejects. */
  get retry(): State {
    return new State(this.paths.retry, this.#files, this);
  }

  /** State of a run of some of the rows. */
  get pilot(): State {
    return new State(this.paths.pilot, this.#files, this);
  }

  /** The same state, with other means to read and write files. */
  over(files: Files): State {
    return new State(this.paths.folder, files, this.#whole?.over(files));
  }

  /** The same state, with another way to load and save its checkpoint. */
  withStore(store: CheckpointStore): State {
    return new State(this.paths.folder, this.#files, this.#whole, store);
  }

  /** The last runs. */
  get runs(): KeptRuns {
    return new KeptRuns(this.paths.runs, this.#files);
  }

  /** Name of the key file of an entity. */
  keysOf(entity: EntityName): string {
    return keysName(entity);
  }

  /** Name of a rejects file, which a checkpoint knows without its folder. */
  rejectsOf(file: string): string {
    return rejectsName(file);
  }

  /** The paths of the rejects files that a checkpoint claims. */
  rejectPaths({ steps }: Checkpoint): string[] {
    return entityNames.flatMap((name) =>
      Object.keys(steps[name]?.rejects ?? {}).map((file) => join(this.paths.rejects, file)),
    );
  }

  /**
   * Creates the folder and its subfolders with mode 0700, and checks that they can be written. One that is there must be
   * the user's own.
   * @throws RunError `STATE.UNWRITABLE`, `STATE.NOT_OWN`
   */
  async make(): Promise<void> {
    const { paths } = this;
    const files = this.#files;
    await requireOwnFolder(paths.folder, files);
    try {
      for (const folder of [paths.folder, paths.rejects, paths.keys, paths.sync]) {
        await files.mkdir(folder, { recursive: true, mode: 0o700 });
        // Each is written only once a row needs it, when requests have been sent already.
        await files.access(folder, constants.W_OK | constants.X_OK);
      }
    } catch (error) {
      throw cannotWrite(error, `the state folder ${paths.folder}`, 'created');
    }
  }

  /** Deletes the checkpoint, keys and retries, but no data of the sandbox. The last rejects are renamed to `rejects.before`. */
  async clear(): Promise<void> {
    await this.store.clear();
    await this.clearKept();
  }

  /** Does the same, except that it leaves the checkpoint; a saved checkpoint must claim nothing of what is deleted. */
  async clearKept(): Promise<void> {
    const { keys, retry, rejects, rejectsBefore } = this.paths;
    for (const folder of [keys, retry]) await this.#files.rm(folder, { recursive: true, force: true });
    if ((await this.#files.readdir(rejects).catch(() => [])).length > 0)
      await this.#replace(rejectsBefore, rejects);
  }

  /** Clears the state, creates its folder again, and renames the archive to `archive.before`: every row is read again. */
  async startOver(): Promise<void> {
    await this.clear();
    await this.make();
    await this.setArchiveAside();
  }

  /** Renames the archive of this state to `archive.before`. */
  async setArchiveAside(): Promise<void> {
    const { archive } = this.paths;
    if (this.#files.existsSync(archive)) await this.#replace(`${dirname(archive)}.before`, dirname(archive));
  }

  /**
   * Renames the ledger, also one of version 0.1.0, whose name is that of the index now; what has the new name is deleted.
   * The index of the log goes with it.
   * @param end what is added to its name
   */
  async setLedgerAside(end: string): Promise<void> {
    const files = this.#files;
    const path = this.paths.ledger;
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

  /** True if the rows of the run of the pipeline are divided among shards that are not joined yet. */
  get isDivided(): boolean {
    return this.#files.existsSync((this.#whole ?? this).paths.shardIndex);
  }

  /**
   * Refuses to work on a state that does not know all that was sent, because the shards of a run are not joined yet.
   * @throws RunError `STATE.SHARDED`
   */
  requireJoined(): void {
    if (this.isDivided)
      throw new RunError(
        'STATE.SHARDED',
        `the run of ${(this.#whole ?? this).paths.folder} is divided among shards that are not joined yet`,
      );
  }

  /**
   * Writes the tokens that a ledger has for the users to log in with.
   * @returns the error `STATE.UNWRITABLE`; undefined if all is written
   */
  async writeTokens(ledger: Pick<Ledger, 'within' | 'lastRow'>): Promise<RunError | undefined> {
    if (ledger.lastRow('tokens') === 0) return undefined;
    // Loaded when it is needed: most pipelines have no tokens.
    const { writeTokens } = await import('./tokens-file.ts');
    return await writeTokens(ledger, this.paths.tokens, this.#files);
  }

  /**
   * The states below this one, where a server keeps them, without a copy of them.
   * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
   */
  async below(keeper: Keeper): Promise<readonly StateBelow[]> {
    const found = await keeper.below(CHECKPOINT_NAME);
    return found.map(({ text, holder }) =>
      text === undefined ? { holder } : { holder, checkpoint: checkpointIn(text, this.paths.checkpoint) },
    );
  }

  /**
   * Reads the present basis of a plan that is made with this state.
   * @throws RunError `SOURCE.*`
   */
  async basisOf(rows: PlanSubject, signal: AbortSignal): Promise<PlanBasis> {
    return await (await import('./plan-basis.ts')).basisOf(rows, signal, this.#files);
  }

  /**
   * Reads a saved plan and checks that nothing that it depends on has changed.
   * @throws RunError `USAGE.INVALID` if the file is not a plan, `STATE.CORRUPT`, `PLAN.STALE` with what has changed
   */
  async readValidPlan(path: string, rows: PlanSubject, signal: AbortSignal): Promise<SavedPlan> {
    return await (await import('./plan-basis.ts')).readValidPlan(path, rows, signal, this.#files);
  }

  async #replace(old: string, path: string): Promise<void> {
    await this.#files.rm(old, { recursive: true, force: true });
    await this.#files.rename(path, old);
  }
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

/** True if every step of a run is done, and no row is in doubt. */
export const isDone = ({ steps }: Checkpoint): boolean =>
  Object.values(steps).every(({ done, doubts = [] }) => done && doubts.length === 0);

/**
 * Advice about rejected rows. If there are several rejects files, names their folder. In a sync, rows must be corrected
 * in the sources: the next sync run reads these again and would undo corrections in other places.
 */
export function retryHint(
  rejects: readonly string[],
  file: string,
  { sync }: Pick<StatePlace, 'sync'>,
): string {
  if (sync)
    return `correct these rows in the sources; the next sync run sends them again:  chatferry run ${file}`;
  const [first = ''] = rejects;
  const place = rejects.length === 1 ? first : dirname(first);
  return `correct the rows in ${printable(fromHere(place))}, then:  chatferry rejects retry ${file}`;
}
