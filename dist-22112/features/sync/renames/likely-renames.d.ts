import type { Step } from '../../../delivery/plan.ts';
import { type Data } from '../../../input/entities/entity.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Rename } from '../../../report/result/rename-text.ts';
/** Finds pairs of a new and a missing row that are equal but for their key, if there is only one of each. */
export declare class LikelyRenames {
    #private;
    constructor(step: Step, ledger: Ledger);
    /** Takes a valid row that is to be sent. */
    added(key: string, data: Data, row: Row): void;
    /** Takes a row of the ledger that is in no source, after all new ones. */
    missing({ key, version }: LedgerEntry): void;
    get found(): readonly Rename[];
}
