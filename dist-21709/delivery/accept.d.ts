import type { EntityName } from '../input/entities/entity.ts';
import type { AcceptedStatus } from '../input/rows/outcome.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { Clock } from '../system/clock.ts';
import type { Checkpoint, StepState } from './checkpoint.ts';
import type { InFlight, Settled } from './in-flight.ts';
import { type StepChanges } from './row-change.ts';
export type AcceptDeps = {
    readonly window: InFlight;
    readonly entity: EntityName;
    readonly ledger: Ledger;
    readonly checkpoint: Checkpoint;
    readonly state: StepState;
    /** True if the rows were in doubt: they are counted when they leave the window, and not settled by their numbers. */
    readonly again: boolean;
    /** A sync: called with a row's ordinal and its number in the ledger, once the ledger has recorded the row. */
    readonly onRecorded?: ((ordinal: number, row: number) => void) | undefined;
    /** Lists what was changed, once the ledger has recorded it; undefined if nobody does. */
    readonly changes?: StepChanges | undefined;
    readonly clock: Clock;
    /** Called when the ledger cannot be written: the run must end. */
    readonly onFailed: (error: unknown) => void;
};
/** Records in the ledger what the service has accepted, whatever is still open before it, and counts it. */
export interface Accept {
    /** Schedules `now`. */
    soon(): void;
    /**
     * Records all rows that the service has accepted. After a failure they are kept for `last`.
     * @throws RunError `STATE.UNWRITABLE`
     */
    now(): void;
    /** The same at the end of a run that has failed: on a full disk, the space that is kept for this is used. Never throws. */
    last(): void;
    /**
     * Resolves once what was recorded survives a power cut. Wait for it before a checkpoint claims rows.
     * @param head number of the first row that the checkpoint on disk does not claim
     * @throws RunError `STATE.UNWRITABLE`
     */
    sync(head: number): Promise<void>;
}
export declare function createAccept(deps: AcceptDeps): Accept;
/** The number of the first row behind the position of a step: how many rows have left the window. */
export declare const headOf: ({ counts, ahead }: StepState) => number;
/** Takes rows that leave the window out of those that are counted ahead of it. */
export declare function leaveAhead(state: StepState, rows: readonly Settled[]): void;
/**
 * Counts exactly the rows that the ledger knows to be accepted behind the position of a loaded checkpoint, which was saved
 * before or after them, and returns their outcomes by number.
 */
export declare function restoreAccepted(state: StepState, { lineage }: Checkpoint, entity: EntityName, ledger: Ledger): ReadonlyMap<number, AcceptedStatus>;
