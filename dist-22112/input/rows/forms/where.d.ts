import type { Values } from '../row.ts';
import type { ColumnFinder } from './context.ts';
import type { Conditions } from './field-source.ts';
/** Tests rows, and knows which columns no row has had. */
export type WhereTest = {
    /** True if a row meets all conditions. */
    takes(values: Values): boolean;
    /** Columns that the header lacks. */
    readonly missing: readonly string[];
    /** Columns that no row has had so far; of a file with a header those that it lacks. None before the first row. */
    unseen(): readonly string[];
};
/** @throws an Error if a regular expression is none; the pipeline's schema has refused such ones */
export declare function compileWhere(where: Conditions, find: ColumnFinder): WhereTest;
