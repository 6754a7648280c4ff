import type { InspectedColumn, ValueSet } from '../../../input/columns/column.ts';
import type { Table } from '../files/tables.ts';
/** A column whose values are found in a column of another table. */
export type Link = {
    readonly column: string;
    /** Share of the different values that are found there, 0 to 1, without case and blanks around. */
    readonly share: number;
    /** True if some values are found only without case and blanks around. */
    readonly folded: boolean;
};
/** Columns that can be the key of a table: filled in every row, no value twice, and not known to be something else. */
export declare function keyColumns({ columns, rows, faulty, entity }: Table): readonly InspectedColumn[];
/** Finds the share of the values that are in a column. */
export declare function linkTo(values: ValueSet, target: Table, column: string): Link;
/** The key column of a table that has most of the values; undefined if none has half of them. */
export declare function bestLink(values: ValueSet, target: Table): Link | undefined;
