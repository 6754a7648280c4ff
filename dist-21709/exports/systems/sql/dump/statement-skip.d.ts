import type { DumpWindow } from './dump-window.ts';
/** Way in which a dump is written. */
export type Dialect = {
    /** True if a backslash escapes in every string. */
    isBackslashed: boolean;
    isPostgres: boolean;
    /** The text that ends a statement. */
    delimiter: string;
};
/** Goes to the end of a statement, whatever it holds, and keeps nothing of it. */
export declare class StatementSkip {
    #private;
    constructor(dialect: Dialect);
    /** Moves behind the end of the statement; false if it is not in memory. */
    advance(window: DumpWindow): boolean;
}
/** True if the quote at a place begins E'…'. */
export declare function isE({ bytes }: DumpWindow, at: number): boolean;
