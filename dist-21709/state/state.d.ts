import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { RunError } from '../errors/run-error.ts';
import type { StateStore } from '../files/state/state-store.ts';
import { type EntityName } from '../input/entities/entity.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { type LedgerPlace } from '../ledger/ledger-place.ts';
import { type StatePlace } from '../pipeline/state-place.ts';
import type { PlanBasis } from '../report/result/plan-basis.ts';
import type { Files } from '../system/files.ts';
import type { Keeper, KeptBelow } from '../system/keeper.ts';
import { KeptRuns } from './kept-runs.ts';
import type { PlanSubject, SavedPlan } from './plan-basis.ts';
/** The paths of a pipeline's state, in the folder `<state>/<name>/`; touches no file. */
export declare function statePaths(folder: string): {
    folder: string;
    checkpoint: string;
    lock: string;
    rejects: string;
    /** Folder of the last rejects files when new ones replace them. */
    rejectsBefore: string;
    /** The messages that the pipeline leaves out and keeps, NDJSON. */
    archive: string;
    keys: string;
    /** The record of the pipeline's rows in the service: its log; the index beside it can be made anew. */
    ledger: string;
    /** The folder that a sync stores about the files of the last sync run. */
    sync: string;
    /** Tables and spools that are made of the sources before they are read. */
    prepared: string;
    /** The ids that differ from the cells that they were made of. */
    idMap: string;
    /** The files of an export that no address leads to. */
    attachments: string;
    /** The tokens of users, which clients log in with: secrets. */
    tokens: string;
    /** The last plan. */
    plan: string;
    /** The result of the last `verify`. */
    verification: string;
    report: string;
    /** The report as an HTML page. */
    page: string;
    log: string;
    /** The records of the last runs, a folder each. */
    runs: string;
    sandbox: string;
    /** The state folder of a retry of the rejects, with the same layout. */
    retry: string;
    /** The state folder of a run of some of the rows, with the same layout. */
    pilot: string;
    /** The folder with what the shards of a run keep until they are joined: an index, and a state folder for each. */
    shards: string;
    /** The index of the shards: once it is there, they write. */
    shardIndex: string;
};
/** The paths in a state. */
export type StatePaths = Readonly<ReturnType<typeof statePaths>>;
/** A state below another one, where a server keeps them. */
type StateBelow = Pick<KeptBelow, 'holder'> & {
    readonly checkpoint?: Checkpoint;
};
/** A document or log in a state. */
type StatePart = {
    readonly state: StateStore;
    readonly name: string;
};
/**
 * State of a pipeline, or of a retry of its rejects or a run of some of its rows: what is kept, and the files of this machine
 * around that. The folder need not exist yet.
 */
export declare class State {
    #private;
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
    /** @param whole the state of the pipeline, if this is of a retry or of some rows */
    constructor(folder: string, files: Files, whole?: State, store?: CheckpointStore);
    /** State of a retry of the rejects. */
    get retry(): State;
    /** State of a run of some of the rows. */
    get pilot(): State;
    /** The same state, with other means to read and write files. */
    over(files: Files): State;
    /** The same state, with another way to load and save its checkpoint. */
    withStore(store: CheckpointStore): State;
    /** The last runs. */
    get runs(): KeptRuns;
    /** Name of the key file of an entity. */
    keysOf(entity: EntityName): string;
    /** Name of a rejects file, which a checkpoint knows without its folder. */
    rejectsOf(file: string): string;
    /** The paths of the rejects files that a checkpoint claims. */
    rejectPaths({ steps }: Checkpoint): string[];
    /**
     * Creates the folder and its subfolders with mode 0700, and checks that they can be written. One that is there must be
     * the user's own.
     * @throws RunError `STATE.UNWRITABLE`, `STATE.NOT_OWN`
     */
    make(): Promise<void>;
    /** Deletes the checkpoint, keys and retries, but no data of the sandbox. The last rejects are renamed to `rejects.before`. */
    clear(): Promise<void>;
    /** Does the same, except that it leaves the checkpoint; a saved checkpoint must claim nothing of what is deleted. */
    clearKept(): Promise<void>;
    /** Clears the state, creates its folder again, and renames the archive to `archive.before`: every row is read again. */
    startOver(): Promise<void>;
    /** Renames the archive of this state to `archive.before`. */
    setArchiveAside(): Promise<void>;
    /**
     * Renames the ledger, also one of version 0.1.0, whose name is that of the index now; what has the new name is deleted.
     * The index of the log goes with it.
     * @param end what is added to its name
     */
    setLedgerAside(end: string): Promise<void>;
    /** True if the rows of the run of the pipeline are divided among shards that are not joined yet. */
    get isDivided(): boolean;
    /**
     * Refuses to work on a state that does not know all that was sent, because the shards of a run are not joined yet.
     * @throws RunError `STATE.SHARDED`
     */
    requireJoined(): void;
    /**
     * Writes the tokens that a ledger has for the users to log in with.
     * @returns the error `STATE.UNWRITABLE`; undefined if all is written
     */
    writeTokens(ledger: Pick<Ledger, 'within' | 'lastRow'>): Promise<RunError | undefined>;
    /**
     * The states below this one, where a server keeps them, without a copy of them.
     * @throws RunError `STATE.CORRUPT`, `STATE.SERVER_*`
     */
    below(keeper: Keeper): Promise<readonly StateBelow[]>;
    /**
     * Reads the present basis of a plan that is made with this state.
     * @throws RunError `SOURCE.*`
     */
    basisOf(rows: PlanSubject, signal: AbortSignal): Promise<PlanBasis>;
    /**
     * Reads a saved plan and checks that nothing that it depends on has changed.
     * @throws RunError `USAGE.INVALID` if the file is not a plan, `STATE.CORRUPT`, `PLAN.STALE` with what has changed
     */
    readValidPlan(path: string, rows: PlanSubject, signal: AbortSignal): Promise<SavedPlan>;
}
/**
 * Takes over what the last state knows of the archive, which all runs and retries of a pipeline append to.
 * @param before the last checkpoint; without one, the file alone decides
 */
export declare function continueArchive(checkpoint: Checkpoint, before: Checkpoint | undefined): void;
/** True if every step of a run is done, and no row is in doubt. */
export declare const isDone: ({ steps }: Checkpoint) => boolean;
/**
 * Advice about rejected rows. If there are several rejects files, names their folder. In a sync, rows must be corrected
 * in the sources: the next sync run reads these again and would undo corrections in other places.
 */
export declare function retryHint(rejects: readonly string[], file: string, { sync }: Pick<StatePlace, 'sync'>): string;
export {};
