import { type EntityName, type EntityTable } from '../../input/entities/entity.ts';
import type { RemovalProblem } from '../../input/rows/outcome.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Clock } from '../../system/clock.ts';
/** Outcomes of the rows of one entity. */
export type RemovalCounts = {
    /** The service acknowledged the removal. */
    removed: number;
    /** The row was not in the service any more. */
    gone: number;
    /** Removed together with its group or user. */
    implied: number;
    /** Not removed: others use the row or what it belongs to, or the row existed before this pipeline. */
    kept: number;
    failed: number;
};
/** The result of a removal. */
export type RemovalResult = {
    readonly counts: Readonly<EntityTable<RemovalCounts>>;
    readonly problems: readonly RemovalProblem[];
    /** Action messages on ended memberships that stay in the history of a group. */
    readonly notesLeft: number;
};
/** Samples per problem. */
export declare const REMOVAL_SAMPLES_MAX = 10;
/** Outcome of a row that was marked as leaving. What changes with rows that are gone is known last. */
declare const ENDS: readonly ['staying', 'unreached', 'gone'];
type RemovalEnd = (typeof ENDS)[number];
/** Counts how rows ended, and records in the ledger, in batches, which of them are gone or stay. */
export declare class RemovalAccount {
    #private;
    readonly counts: Record<"bans" | "blocks" | "friends" | "groups" | "members" | "messages" | "pins" | "reactions" | "receipts" | "roles" | "tokens" | "users", RemovalCounts>;
    notesLeft: number;
    constructor(ledger: Ledger, clock: Clock);
    problem(entity: EntityName, code: string, key: string, message: string): void;
    /** Queues the end of a row that was marked as leaving: it is gone from the service, or it stays. */
    queueMark(mark: RemovalEnd, entity: EntityName, row: number): void;
    /**
     * Writes the queued ends to the ledger.
     * @throws RunError `STATE.UNWRITABLE`
     */
    flush(): void;
    result(): RemovalResult;
}
export {};
