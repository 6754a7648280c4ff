import type { Checkpoint, CheckpointStore } from '../delivery/checkpoint.ts';
import { type Damage, type SumsClaim } from '../files/block-sums.ts';
import { type EntityName } from '../input/entities/entity.ts';
import { type KeyFile } from '../keys/key-file.ts';
import type { KeyState, Stamp } from '../keys/key-index.ts';
import { type LedgerClaim } from '../ledger/claim.ts';
import { Ledger } from '../ledger/ledger.ts';
import type { LedgerPlace } from '../ledger/ledger-place.ts';
import type { Files } from '../system/files.ts';
import type { System } from '../system/system.ts';
import type { State } from './state.ts';
/** A store whose checkpoints claim what the ledger and the kept files hold when they are saved. */
export declare function claimingStore(store: CheckpointStore, ledger: Ledger, sums: KeptSums): CheckpointStore;
/** Saves a checkpoint that claims what the ledger holds now. */
export declare function saveLedgerClaim(store: CheckpointStore, checkpoint: Checkpoint, ledger: Ledger): Promise<void>;
/**
 * Opens a ledger that holds at least what the checkpoints say that it held.
 * @param place need not have one if no checkpoint claims anything
 * @param checkpoints of the run and of a retry of its rejects
 * @throws RunError `STATE.LEDGER_LOST`, `STATE.CORRUPT`, `STATE.TARGET_CHANGED`, `STATE.UNWRITABLE`
 */
export declare function openKnownLedger(place: LedgerPlace, checkpoints: readonly (Checkpoint | undefined)[], system: System, target?: Readonly<Record<string, string>>): Promise<Ledger>;
/**
 * Checks that a ledger which a checkpoint claims exists and is not empty; creates nothing.
 * @throws RunError `STATE.LEDGER_LOST`
 */
export declare function requireLedger(place: LedgerPlace, checkpoints: readonly (Checkpoint | undefined)[], files: Files): Promise<void>;
/** The claims of checkpoints on the ledger. */
export declare const claimsIn: (checkpoints: readonly (Checkpoint | undefined)[]) => LedgerClaim[];
/**
 * Finds what a ledger lacks that the checkpoints claim, completing "the ledger …"; undefined if it lacks nothing.
 */
export declare function lackOfLedger(ledger: Ledger, checkpoints: readonly Checkpoint[]): string | undefined;
/** True if there must be a ledger beside a checkpoint. One of an older version says so by the rows that it has counted. */
export declare function claimsLedger({ ledger, steps }: Checkpoint): boolean;
/** True if the service has acknowledged a row of the ledger: then its address is right. */
export declare const isAnswered: (ledger: Ledger) => boolean;
/** A file of which a checkpoint claims the first bytes. */
export type KeptFile = {
    /** Its name in the state. */
    readonly name: string;
    readonly kind: 'keys' | 'rejects' | 'archive';
    readonly bytes: number;
    /** Absent if the checkpoint is of an older version. */
    readonly sums: SumsClaim | undefined;
    /** The run has read all rows of its entity: from then on, a rejects file may be corrected. */
    readonly done: boolean;
};
/** The files of which a checkpoint claims bytes. */
export declare function keptFiles({ steps, sums }: Checkpoint): KeptFile[];
/** The state of a run or retry, as far as a checkpoint claims its files. */
type ClaimedState = Pick<State, 'kept' | 'archive'>;
/** Finds what is wrong with the claimed bytes of a file; without checksums, only missing bytes are found. */
export declare function damageOf(file: KeptFile, of: ClaimedState): Promise<Damage | undefined>;
/**
 * Checks every kept file that a run goes on with. A checkpoint of an older version gets its checksums now.
 * @throws RunError `STATE.CORRUPT` with the file and the byte
 */
export declare function checkKept(of: ClaimedState, checkpoint: Checkpoint): Promise<void>;
/** The checksums of the files that a run appends to. */
export declare class KeptSums {
    #private;
    /** @param claims of the checkpoint that the run goes on with */
    constructor(claims?: Readonly<Record<string, SumsClaim>>);
    /** Adds bytes that were appended to a file. */
    add(name: string, bytes: Uint8Array): void;
    get claims(): Record<string, SumsClaim>;
}
/** The key file of an entity; its appends are added to the checksums. */
export type KeyFileOf = (entity: EntityName, sums?: KeptSums) => KeyFile;
/** The key files of a state, and beside them the filters of large indexes. */
export declare function keyFilesIn({ kept, paths }: Pick<State, 'kept' | 'paths'>, files: Files): KeyFileOf;
/** The keys of the rows of an entity that a checkpoint claims, in the order in which they were settled. */
export declare const claimedKeys: ({ kept }: Pick<State, 'kept'>, checkpoint: Checkpoint | undefined, entity: EntityName) => Iterable<{
    readonly stamp: Stamp;
    readonly state: KeyState;
}>;
export {};
