import { RunError } from '../../errors/run-error.ts';
import { type Changes } from './changes.ts';
import { type OnDeleted } from './deleted/deleted-rows.ts';
/** The limits that a sync run is checked against before anything is sent. */
export type SyncLimits = {
    readonly onMissing: 'keep' | 'deactivate' | 'delete';
    readonly onDeleted: OnDeleted;
    /** The most rows of an entity that may be removed: a number, or a share of those in the service such as `5%`. */
    readonly maxDelete?: number | string | undefined;
    /** The most rows of an entity in which a field may be emptied: a number, or a share of those that had a value in it. */
    readonly maxEmpty?: number | string | undefined;
    /** Replies that are removed and written again, because their rows answer another message now. */
    readonly readdressed: number;
};
/**
 * An id of what a sync run would do, so that a confirmation is valid for exactly this.
 * @param state the ledger that the sources were compared with
 * @param readdressed replies that answer another message now
 */
export declare function syncRunId(state: {
    readonly lineage: string;
    readonly serial: number;
}, changes: readonly Changes[], readdressed?: number): string;
/**
 * Finds the reasons to stop a sync run: a source without any row, lost fields, too many rows to remove, or too many changed
 * rows. A confirmation is one of all of them, so the message has all; the code is that of the first.
 * @returns undefined if there is none
 */
export declare function syncGuard(changes: readonly Changes[], limits: SyncLimits): RunError | undefined;
