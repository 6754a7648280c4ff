import { type Outcome } from '../input/rows/outcome.ts';
import type { Row } from '../input/rows/row.ts';
import type { Stamp } from '../keys/key-index.ts';
import type { PendingEntry } from '../ledger/pending-entry.ts';
import type { LineRow } from './rows/line-row.ts';
import { SlabRow } from './rows/slab-row.ts';
/** Row as the window stores it until the row leaves. */
export type RowInFlight = LineRow & {
    readonly row: Row;
    /** The row's key, as far as it could be read; used to name the row. */
    readonly key?: string;
    /** Set if the row is the first with its key, so that later rows can refer to it. */
    readonly stamp?: Stamp;
    /** False if the row could never be sent. */
    readonly valid: boolean;
    /** True for a user who is deactivated once the row has landed. */
    readonly isInactive?: boolean;
    /** Fields of the row that the route cannot carry. */
    notCarried?: readonly string[];
    /** When the row was sent, epoch seconds, if that is before what the service keeps. */
    readonly tooOldAt?: number | undefined;
};
/** A row with its outcome. */
export type Settled = RowInFlight & {
    readonly outcome: Outcome;
    /** Entry that the ledger records once the service has acknowledged the row; absent if the row is not to be sent. */
    readonly pending?: PendingEntry | undefined;
    /** Set once the row is among the counts of its step, which may be before it leaves the window. */
    readonly counted?: true;
};
/** A row that the service has accepted, with its number in the window. */
export type AcceptedRow = SlabRow | {
    readonly seq: number;
    readonly settled: Settled;
};
/**
 * The window: rows enter in file order, settle in any order, and leave in file order. It is bounded: its producer waits for
 * `progress` while it is `crowded`, and adds at most half of its capacity at once.
 */
export declare class InFlight {
    #private;
    readonly capacity: number;
    /**
     * @param first number of the first row that enters, counted over the whole step
     * @param onSettled called after every `settle`, so that a commit can be scheduled
     */
    constructor(capacity: number, first: number, onSettled?: () => void);
    /** Number of the oldest row in the window; if the window is empty, of the next row to enter. */
    get head(): number;
    get size(): number;
    /** More than half full: add nothing before rows have left. */
    get crowded(): boolean;
    /**
     * Adds a row, which then belongs to the window, and returns its number.
     * @throws RangeError if the window is full
     */
    enter(entry: RowInFlight): number;
    /** Stores what the ledger is to record for a row in the window. */
    setPending(seq: number, pending: PendingEntry): void;
    /** Adds to the values of a row in the window that the route cannot carry, unless it is among them. */
    lose(seq: number, value: string): void;
    /**
     * Sets the outcome of a row in the window.
     * @throws RangeError if the row is not in the window or has an outcome
     */
    settle(seq: number, outcome: Outcome): void;
    /**
     * Settles rows in the window that the service has created; their ids are in their slabs.
     * @throws RangeError if one of them has an outcome
     */
    settleCreated(rows: readonly SlabRow[]): void;
    /** Settles a row that an earlier process has sent and counted. */
    settleCounted(seq: number, outcome: Outcome): void;
    /**
     * Returns the rows that the service has accepted since the last call, in any order.
     * @param counts whether the caller counts them
     */
    takeAccepted(counts?: boolean): readonly AcceptedRow[];
    /** Number of rows that could leave now. */
    get ready(): number;
    /**
     * Removes and returns all settled rows before the first open one, in file order. Those that the service has accepted must
     * have been taken as such.
     */
    take(): readonly Settled[];
    /** Resolves every promise of `progress`: rows have left, or the run is over. */
    wake(): void;
    /** Resolves at the next `wake`. */
    progress(): Promise<void>;
}
/** True if the ledger has recorded that a row is to be sent. */
export declare const isIntended: (row: Pick<Settled, 'isIntended' | 'pending'>) => boolean;
