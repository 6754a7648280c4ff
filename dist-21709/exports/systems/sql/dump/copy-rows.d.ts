import type { DumpWindow } from './dump-window.ts';
import { type RowTaker } from './row-taker.ts';
/** Reads the data of a COPY: a row on each line, up to the line `\.`. */
export declare class CopyRows {
    #private;
    constructor(rows: RowTaker);
    /** True if the dump ends inside of a row. */
    get isInRow(): boolean;
    /** Reads on; true behind the line that ends the data, false if that is not in memory. */
    advance(window: DumpWindow): boolean;
}
/** Moves behind the data of a COPY, which nobody wants; false if its end is not in memory. */
export declare function passCopy(window: DumpWindow): boolean;
