import type { Checkpoint } from '../../delivery/checkpoint.ts';
import type { Plan } from '../../delivery/plan.ts';
import type { Committed } from '../../delivery/run.ts';
import { RunError } from '../../errors/run-error.ts';
import { type EntityName } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type ChangedFields } from '../../report/result/changed-fields.ts';
import type { Rename } from '../../report/result/rename-text.ts';
import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import { type Changes } from './changes.ts';
import type { OnDeleted } from './deleted/deleted-rows.ts';
import type { FirstLook } from './first-look/first-look.ts';
import { LateMessages } from './late-messages.ts';
/** Options of the comparison of a sync run. */
type ComparisonOptions = {
    /** True if the rows of new entities may be compared while they are sent: they are not counted before. */
    readonly atOnce?: boolean;
    /**
     * False for some of the rows: then a field that none of them has is not lost.
     * @default true
     */
    readonly isWhole?: boolean;
    readonly onDeleted: OnDeleted;
};
/**
 * One sync run: the rows that have changed since the last one, and the fingerprints for the next one. Nothing is stored for
 * the next one before `publish`: after a sync run that did not finish, the next one compares again, with everything that
 * the service acknowledged until then.
 */
export declare class SyncRun implements Disposable {
    #private;
    private constructor();
    /**
     * Compares every row of a plan with the ledger. Sends nothing.
     * @param state with the fingerprints of the last sync
     * @throws RunError `SOURCE.*`, `STATE.CORRUPT`
     */
    static compare(plan: Plan, ledger: Ledger, { kept, paths }: Pick<State, 'kept' | 'paths'>, files: Files, signal: AbortSignal, { atOnce, isWhole, onDeleted }: ComparisonOptions): Promise<SyncRun>;
    /** Adds what a first sync run does with rows that the service has already. */
    add(look: FirstLook): void;
    /** True if a user is deactivated, or will be when this run has written it. */
    isInactive(uid: string): boolean;
    get changes(): readonly Changes[];
    /** The plan, reduced to the rows that need work; it can be run once. */
    get plan(): Plan;
    /** Adds the rows that need no work to the counts of a checkpoint. */
    count({ steps }: Checkpoint): void;
    /** The version of the values that are fixed at creation, for a user or group with this `createdAt` in epoch seconds. */
    fixedAt(entity: EntityName, createdAt: number): number;
    /** True if the ledger had any row of an entity at the start of the sync. */
    hasRows(entity: EntityName): boolean;
    /** Links the record of a row that this sync sent with its row in the ledger. */
    onRecorded(entity: EntityName, ordinal: number, row: number): void;
    /** Takes note of rows that have left the window. */
    observe(committed: Committed): void;
    /** The messages of this sync run, as far as other rows depend on them. */
    get late(): LateMessages;
    /** Records before anything is written which receipts are to be written again, and which reactions can be removed now. */
    markReread(): void;
    /** True if any missing rows of an entity are to be removed. */
    mayRemove(entity: EntityName, onMissing: 'keep' | 'deactivate' | 'delete'): boolean;
    /** True if a row of the ledger is older than this sync and in no source. */
    isMissing(entity: EntityName, row: number): boolean;
    /** State in the sources of a row of the ledger that is older than this sync; a refused row is not written. */
    standing(entity: EntityName, row: number): 'valid' | 'refused' | 'gone';
    /** True for a message that is refused or left out as too old if it is not in the service. */
    isTooOld(sentAt: number | undefined): boolean;
    /** The rows that this pipeline created and that are in no source any more. */
    missing(entity: EntityName): Generator<LedgerEntry>;
    /** The rows that this pipeline wrote and that were deleted at the source, and those that hang on them. */
    deleted(entity: EntityName): Generator<LedgerEntry>;
    /** Users and groups that look as if their key had changed at the source. */
    get renames(): readonly Rename[];
    /** True if a message that this pipeline wrote was deleted at the source. */
    isDeleted(muid: string): boolean;
    /** `SOURCE.CHANGED` if a file has changed since it was compared. */
    changedFile(): Promise<RunError | undefined>;
    /** The notices about columns and fields. */
    get notices(): readonly string[];
    /** The fields that it changes; undefined if it changes none. */
    get changedFields(): ChangedFields | undefined;
    /** Stores the fingerprints, and the columns and fields, that the next sync compares with. */
    publish(signal: AbortSignal): Promise<void>;
    [Symbol.dispose](): void;
}
export {};
