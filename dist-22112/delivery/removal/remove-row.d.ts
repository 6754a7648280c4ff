import type { EntityName } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { type Transport } from '../../service/transport/transport.ts';
import type { System } from '../../system/system.ts';
/** A row of the ledger to remove from the service. */
export type RemovalRow = {
    readonly entity: EntityName;
    readonly entry: LedgerEntry;
};
/**
 * Outcome of the removal of one row. `gone`: it was not in the service any more. `kept`: no call removes such a row, and only the
 * ledger forgets it.
 */
export type RowRemoval = {
    readonly status: 'removed' | 'gone' | 'kept';
    readonly leavesNote?: boolean;
} | {
    readonly status: 'failed';
    readonly code: string;
    readonly message: string;
};
/** Parts that `removeRow` needs. */
export type RowRemovalDeps = {
    readonly ledger: Ledger;
    /** Has budgets for the rate classes `core` and `standard`. */
    readonly transport: Transport;
    readonly signal: AbortSignal;
    /** Epoch seconds; nothing of this was removed earlier: the time of the first write, or of the start of this removal. */
    readonly since: number;
    readonly system: Pick<System, 'clock' | 'random'>;
};
/** True if a removal that failed like this fails until the user of the row is back. */
export declare const isUnreachable: (entity: EntityName, code: string) => boolean;
/**
 * Removes one row for good.
 * @throws RunError if nothing more can be removed
 */
export declare function removeRow({ entity, entry }: RemovalRow, deps: RowRemovalDeps): Promise<RowRemoval>;
/** Users that one request deactivates. */
export declare const DEACTIVATED_AT_ONCE = 100;
/** Requests of a rate class that the removal of one row needs. */
export declare const removalRequests: (entity: EntityName, rateClass: 'core' | 'standard') => number;
