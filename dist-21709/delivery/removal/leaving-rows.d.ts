import type { Ledger } from '../../ledger/ledger.ts';
import type { RemovalRow } from './remove-row.ts';
/**
 * The rows to be removed. The ledger marks each chunk as leaving before any row of it is yielded. Rows that go with a group
 * or user are marked before it: after a kill, a later run must not take them for unchanged.
 */
export declare class LeavingRows {
    #private;
    /** @param signal aborted: no more rows are yielded, and the remaining ones are marked as staying */
    constructor(rows: Iterable<RemovalRow>, { ledger, signal }: {
        readonly ledger: Ledger;
        readonly signal: AbortSignal;
    });
    /** True if a row was acknowledged before it was marked as leaving: only such a row can be marked as staying again. */
    wasAcknowledged({ entity, entry }: RemovalRow): boolean;
    /**
     * The rows in parts of one entity each; read a part to its end before you take the next. A part also ends when `isFull`
     * returns true.
     */
    parts(isFull: () => boolean): Generator<Iterable<RemovalRow>>;
}
