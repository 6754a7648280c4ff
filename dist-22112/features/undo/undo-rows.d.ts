import type { RemovalRow } from '../../delivery/removal/remove-row.ts';
import { type EntityTable } from '../../input/entities/entity.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { FormerValues } from '../../ledger/former/former-values.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { PlannedPutBack } from './put-back-counts.ts';
import type { UndoCounts } from './undo-document.ts';
type Former = Pick<FormerValues, 'changes'>;
/** The rows that a pipeline created in the service, in the order in which they are removed. */
export declare class UndoRows {
    #private;
    constructor(ledger: Ledger);
    /** The groups that the pipeline created. */
    groups(): Generator<LedgerEntry>;
    /** Keeps a group, with its members and messages. */
    keep({ row }: LedgerEntry): void;
    /** True if a group or user is among the rows to remove. */
    leaving: (entity: 'groups' | 'users', entry: LedgerEntry) => boolean;
    [Symbol.iterator](): Generator<RemovalRow>;
    /** Counts the rows of each kind; reads all of them. */
    counts(signal: AbortSignal): Promise<EntityTable<UndoCounts>>;
    /** An id of what would be removed, so that a confirmation is valid for exactly this. */
    id(includeUsed: boolean, former: Former, putBack: Readonly<Partial<EntityTable<PlannedPutBack>>>): string;
    /**
     * An id stays valid during an undo while this is the same: no new row in the ledger, no further change of a row of others, and
     * the same options.
     */
    scope(includeUsed: boolean, { changes }: Former): string;
}
export {};
