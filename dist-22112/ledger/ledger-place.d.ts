import type { StateStore } from '../files/state/state-store.ts';
/** Place where a ledger, or what stands beside it, is kept. */
export type LedgerPlace = {
    /** Store that has its log: the truth. */
    readonly state: StateStore;
    /** The name of the log. */
    readonly name: string;
    /** Path of the index, a file of this machine that is made of the log; `:memory:` keeps it in memory. */
    readonly index: string;
};
/** Path of the index of a log in a file: `ledger.sqlite` beside `ledger.log`. */
export declare const indexPathOf: (log: string) => string;
