import type { DumpWindow } from './dump-window.ts';
import { type RowTaker } from './row-taker.ts';
import { type Dialect } from './statement-skip.ts';
/** Reads the rows of an INSERT, after `VALUES`. */
export declare class InsertRows {
    #private;
    constructor(rows: RowTaker, dialect: Dialect);
    get isInRow(): boolean;
    /** Reads on; true at what follows the last row, false if that is not in memory. */
    advance(window: DumpWindow): boolean;
}
