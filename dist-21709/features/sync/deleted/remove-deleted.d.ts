import type { RemovalRow } from '../../../delivery/removal/remove-row.ts';
import { type RemovalDeps } from '../../../delivery/removal/remove-rows.ts';
import { type EntityName } from '../../../input/entities/entity.ts';
import type { RemovalProblem } from '../../../input/rows/outcome.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { DeletedAtSource } from '../../../report/result/removed-counts.ts';
import type { Changes } from '../changes.ts';
import { type OnDeleted } from './deleted-rows.ts';
/** The rows that a sync run has found to be deleted at the source. */
export type StatedDeletions = {
    readonly changes: readonly Changes[];
    /** The rows that this pipeline wrote. */
    deleted(entity: EntityName): Iterable<LedgerEntry>;
};
/** In this order no row is removed before the rows that refer to it, or that hang on it. */
export declare const REVERSED: ("bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users")[];
/** The means by which rows leave with a sync run. */
export type LeavingDeps = Omit<RemovalDeps, 'how' | 'leaving' | 'observe'> & {
    /** Called for each request that this needs at least. */
    readonly onRequest: () => void;
    /** True for the rows that leave now. */
    readonly only: (row: RemovalRow) => boolean;
    /** Called for each row. */
    readonly onRemoval: RemovalDeps['observe'];
};
/**
 * Removes the rows that were deleted at the source and that this pipeline wrote, and what hangs on them, or keeps all of them.
 * @returns the counts; absent if no row was deleted
 * @throws RunError if nothing more can be removed; completed removals are recorded
 */
export declare function removeDeleted(stated: StatedDeletions, onDeleted: OnDeleted, deps: LeavingDeps): Promise<{
    readonly deletedAtSource?: DeletedAtSource;
    readonly problems: readonly RemovalProblem[];
}>;
