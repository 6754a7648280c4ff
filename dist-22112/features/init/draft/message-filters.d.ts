import type { Conditions } from '../../../input/rows/forms/field-source.ts';
import type { Table } from '../files/tables.ts';
/** Rows of a table that are no messages, and the columns that say so. */
export type Filters = {
    readonly where: Conditions;
    readonly remarks: readonly string[];
    /** The columns that are used up. */
    readonly used: readonly string[];
};
/** Deleted rows, rows about who came and went, and notes of the staff. */
export declare function messageFilters(table: Table, taken: ReadonlySet<string>): Filters;
