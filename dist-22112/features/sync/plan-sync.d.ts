import type { Plan } from '../../delivery/plan.ts';
import type { RunError } from '../../errors/run-error.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Pipeline } from '../../pipeline/pipeline.ts';
import type { ChangedConversation, ChangedFields } from '../../report/result/changed-fields.ts';
import type { Rename } from '../../report/result/rename-text.ts';
import type { State } from '../../state/state.ts';
import type { Files } from '../../system/files.ts';
import { type Changes } from './changes.ts';
import type { FirstLook } from './first-look/first-look.ts';
/** The changes of an entity, and how many of its rows would be removed. */
export type PlannedChanges = {
    readonly changes: Changes;
    /** Missing rows that leave. */
    readonly removed: number;
    /** Rows that leave because their source says that they were deleted there. */
    readonly deletedRemoved: number;
};
/** The outcome of a sync run, or of a run over the rows of an earlier one, as far as it is known before it. */
export type PlannedSync = {
    readonly entities: readonly PlannedChanges[];
    readonly changedFields: ChangedFields | undefined;
    readonly conversations: readonly ChangedConversation[];
    readonly renames: readonly Rename[];
    /** Sentences on messages that are no longer notes to oneself. */
    readonly parted: readonly string[];
    /** Set for a sync of all rows. */
    readonly whole: {
        /** A confirmation of this id is valid for exactly this. */
        readonly id: string;
        /** The guard that would stop the run. */
        readonly guard: RunError | undefined;
        readonly notices: readonly string[];
    } | undefined;
};
/** Options of planning a sync. */
export type PlannedSyncOptions = {
    /** False for some of the rows: then nothing is missing, and no guard is asked. */
    readonly isWhole: boolean;
    readonly signal: AbortSignal;
    readonly files: Files;
    /** The rows of a first sync run that the service has; absent if the service was not looked at. */
    readonly look?: FirstLook;
};
/**
 * Compares every row of a plan with the ledger. Sends nothing.
 * @param sync of the pipeline; undefined if it is no sync
 * @throws RunError `SOURCE.*`, `STATE.CORRUPT`
 */
export declare function planSync(sync: Pipeline['sync'], rows: Plan, ledger: Ledger, state: State, { isWhole, signal, files, look }: PlannedSyncOptions): Promise<PlannedSync>;
