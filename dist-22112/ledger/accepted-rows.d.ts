import type { EntityName } from '../input/entities/entity.ts';
import type { AcceptedStatus } from '../input/rows/outcome.ts';
import type { LedgerClaim, LogClaim } from './claim.ts';
import type { LedgerPlace } from './ledger-place.ts';
import type { LedgerLog } from './log/ledger-log.ts';
/** A row by its number in a run, and its outcome. */
type NumberedOutcome = {
    readonly seq: number;
    readonly status: AcceptedStatus;
};
/** Rows of a run that the service has accepted. */
export type Settling = {
    /** Lineage of the checkpoint of the run. */
    readonly lineage: string;
    /** In any order. */
    readonly rows: readonly NumberedOutcome[];
};
/** Rows of a run that the service has created: their numbers, in order. */
export type SettlingCreated = {
    readonly lineage: string;
    readonly created: Float64Array;
};
export declare function settlingCreated(lineage: string, rows: readonly Pick<NumberedOutcome, 'seq'>[]): SettlingCreated;
/**
 * The rows that the service has accepted and that the checkpoint does not claim yet: they may be answered in any order, but
 * a checkpoint is a position in the file. A run that resumes takes their outcomes from here and does not send them again.
 * They are in the log, in the blocks that acknowledge them.
 */
export declare class AcceptedRows {
    #private;
    /** @param place of the log, where room is kept for the last rows */
    constructor(log: LedgerLog, claims: readonly LedgerClaim[], place: LedgerPlace);
    /** Adds the rows of a block that is in the log, if it has any. */
    added(at: number, entity: EntityName, settling: Settling | SettlingCreated): void;
    /** Forgets what only has rows below `head`: the checkpoint on disk claims them. */
    forget(head: number): void;
    /** The outcomes of the accepted rows of an entity from `head` on, by number. */
    load(lineage: string, entity: EntityName, head: number): Map<number, AcceptedStatus>;
    /** Claim of a checkpoint about these rows. */
    get claim(): Pick<LogClaim, 'run' | 'from'>;
    /** Keeps room for the last rows, until `makeRoom`. */
    keepRoom(): void;
    /** Makes room for the last rows when the store is full. */
    makeRoom(): void;
}
/** The outcomes of rows as text: equal ones with consecutive numbers together, in order. */
export declare function encodeSettled(settling: Settling | SettlingCreated): string;
export {};
