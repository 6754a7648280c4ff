import type { EntityName } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { RowChange } from '../row-change.ts';
import { type RemovalCounts, type RemovalResult } from './removal-account.ts';
import { type RemovalRow, type RowRemovalDeps } from './remove-row.ts';
/** A row is finished. */
export type RemovalEvent = {
    readonly type: 'removal';
    readonly entity: EntityName;
    readonly entry: LedgerEntry;
    readonly outcome: keyof RemovalCounts;
};
/** The entry of a finished row in the list of changes; none if the row is still there. */
export declare function removalChange({ entity, entry, outcome }: RemovalEvent, how: 'deactivate' | 'delete' | 'keep'): readonly RowChange[];
/**
 * Parts that `removeRows` needs. If the signal is aborted, no more rows are started, requests under way finish, and their
 * results are recorded; its reason is thrown.
 */
export type RemovalDeps = RowRemovalDeps & {
    /** Requests under way at once. */
    readonly concurrency: number;
    /** `deactivate` is for users only. */
    readonly how: 'delete' | 'deactivate';
    /** True if a group or user is among the rows to remove: the rows that depend on it then need no request. */
    readonly leaving: (entity: 'groups' | 'users', entry: LedgerEntry) => boolean;
    /**
     * Asked before each removal; a row that may not be removed counts as `kept`.
     * @default every row may be removed
     */
    readonly mayRemove?: (row: RemovalRow, signal: AbortSignal) => Promise<boolean>;
    readonly observe: (event: RemovalEvent) => void;
};
/**
 * Removes rows from the service, in the given order, the last entity first. It can be stopped at any time and
 * repeated with the ledger as it is then: acknowledged removals are no longer there, and a row whose removal was not
 * recorded is found to be gone.
 * @param rows iterated twice if rows go with their group or user
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
export declare function removeRows(rows: Iterable<RemovalRow>, deps: RemovalDeps): Promise<RemovalResult>;
