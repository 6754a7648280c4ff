import { type EntityName } from '../../../input/entities/entity.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { OnDeleted } from '../deleted/deleted-rows.ts';
import type { SyncRun } from '../sync-run.ts';
type OnMissing = 'keep' | 'deactivate' | 'delete';
/**
 * Rows that leave before anything is written, because rows that the sources have are then written again in the same run.
 */
export type LeavingFirst = {
    /** By entity, the numbers of missing rows with which the service changes rows that the sources have. */
    readonly missing: ReadonlyMap<EntityName, ReadonlySet<number>>;
    /** The keys of messages that were deleted at the source, and that replies hang on. */
    readonly deleted: ReadonlySet<string>;
    /** Replies that hang on a message that leaves, that returns, or that they do not answer any more: a reply cannot be moved. */
    readonly replies: readonly LedgerEntry[];
    /** Replies that are left on an id that goes, because their rows are refused: they stay there until these are valid. */
    readonly refused: readonly LedgerEntry[];
    /** Number of `replies` that leave only because their rows answer another message now. */
    readonly readdressed: number;
};
/** Undefined if there is nothing. */
export declare function leavingFirst(syncRun: SyncRun, ledger: Ledger, { onMissing, onDeleted }: {
    readonly onMissing: OnMissing;
    readonly onDeleted: OnDeleted;
}): LeavingFirst | undefined;
/** The words of a plan about it: the rows that are written again are not counted before. */
export declare function leavingFirstText(first: LeavingFirst | undefined): readonly string[];
export {};
