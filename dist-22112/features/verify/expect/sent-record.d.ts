import type { DatabaseSync } from 'node:sqlite';
import { type Checkpoint } from '../../../delivery/checkpoint.ts';
import { type EntityName } from '../../../input/entities/entity.ts';
import type { KeyState, Stamp } from '../../../keys/key-index.ts';
import { Ledger } from '../../../ledger/ledger.ts';
import type { Connection } from '../../../session/connect.ts';
import { type StatePaths } from '../../../state/state.ts';
import type { Files } from '../../../system/files.ts';
import type { System } from '../../../system/system.ts';
import type { RecordState } from '../result/verification-report.ts';
/** Record in the state of a pipeline of the rows that it has sent. */
export type SentRecord = AsyncDisposable & {
    readonly ledger: Ledger;
    /** Number of source files of an entity in the run; a retry counts its rejects files from there on. */
    readonly files: (entity: EntityName) => number;
    /** Every key that a run or a retry has settled, in that order, with the place of its row in the sources. */
    readonly settled: (entity: EntityName) => Iterable<{
        readonly stamp: Stamp;
        readonly state: KeyState;
    }>;
    /** A retry of rejected rows has begun and is not merged into its run: it may have sent rows that no key file has. */
    readonly isRetrying: boolean;
};
/**
 * Opens the record of what a pipeline has sent; nobody else can write it until it is disposed of.
 * @param lock the caller does not have the lock of the state: then it is taken
 * @throws RunError `STATE.CORRUPT`, `STATE.UNWRITABLE`
 */
export declare function openRecord(paths: StatePaths, checkpoint: Checkpoint | undefined, { identity }: Connection, system: System, lock: {
    readonly command: string;
} | undefined): Promise<SentRecord | Exclude<RecordState, 'read'>>;
/**
 * Which keys a stopped run has not settled yet, so that it may still send their rows; none if no run was stopped. Keys of
 * messages, users and the like are told apart by entity. The settled ones are stored in the scratch file: they may be all.
 */
export declare function unsettledKeys(paths: StatePaths, checkpoint: Checkpoint | undefined, files: Files, db: DatabaseSync): (key: string, entity: EntityName) => boolean;
