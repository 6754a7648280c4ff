import { type EntityName, type EntityTable } from '../input/entities/entity.ts';
/** Content that a ledger had when a checkpoint was saved beside it: later it holds at least that. */
export type LedgerClaim = {
    readonly lineage: string;
    readonly serial: number;
    /** The largest row number of each entity; an optional one without rows is left out. */
    readonly rows: Readonly<EntityTable<number>>;
    /** Its log; absent in checkpoints of version 0.1.0. */
    readonly log?: LogClaim;
};
/** Part of a log that survives a power cut. */
export type LogClaim = {
    /** Places where its last block begins and where it ends. */
    readonly last: number;
    readonly end: number;
    /** Lineage of the checkpoint of the run that is under way. */
    readonly run?: string | undefined;
    /** Place from which rows are recorded that the run has sent and the checkpoint does not claim. */
    readonly from: number;
};
/** Parts of a ledger that can be claimed. */
type Claimable = {
    readonly lineage: string;
    readonly synced: Pick<LedgerClaim, 'serial' | 'rows'> & Pick<LogClaim, 'last' | 'end'>;
    readonly accepted: {
        readonly claim: Pick<LogClaim, 'run' | 'from'>;
    };
};
/** Makes the claim of a checkpoint that is saved now about the ledger: what survives a power cut. */
export declare function claimOf({ lineage, synced, accepted }: Claimable): LedgerClaim;
/**
 * Compares a ledger with a claim. It may be ahead, because it is written first; it is never behind.
 * @returns what is wrong, completing "the ledger …"; undefined if the ledger holds what is claimed
 */
export declare function lackOf(found: Pick<LedgerClaim, 'lineage' | 'serial'> & {
    lastRow(entity: EntityName): number;
}, claim: LedgerClaim): string | undefined;
export {};
