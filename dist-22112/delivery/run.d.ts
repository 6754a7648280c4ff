import type { EntityName } from '../input/entities/entity.ts';
import type { KeyFile } from '../keys/key-file.ts';
import type { KeyIndex } from '../keys/key-index.ts';
import type { FormerValues } from '../ledger/former/former-values.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Target } from '../service/targets/target.ts';
import type { Transport } from '../service/transport/transport.ts';
import type { System } from '../system/system.ts';
import type { Archive } from './archive.ts';
import type { Checkpoint, CheckpointStore, StepState } from './checkpoint.ts';
import type { DeadLetter } from './dead-letter.ts';
import { type Settled } from './in-flight.ts';
import type { Plan, Step } from './plan.ts';
import type { StepChanges } from './row-change.ts';
import { type UserNamesDeps } from './sending/user-names.ts';
/** Rows that have left the window. */
export type Committed = {
    readonly type: 'committed';
    readonly entity: EntityName;
    readonly state: StepState;
    readonly rows: readonly Settled[];
};
/** An event of a run. */
export type RunEvent = {
    readonly type: 'step.started';
    readonly entity: EntityName;
    readonly state: StepState;
} | Committed | {
    readonly type: 'step.done';
    readonly entity: EntityName;
    readonly state: StepState;
};
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
/**
 * Runs the whole line, entity after entity: rows → check → diff → batch → lanes → send → commit. Continues where the
 * checkpoint ends.
 * @throws RunError if it cannot finish; rows that were settled before are committed
 */
export declare function run(plan: Plan, deps: RunDeps): Promise<void>;
export {};
