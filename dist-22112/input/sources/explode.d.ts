import type { Values } from '../rows/row.ts';
/** The column whose elements become rows: `members`, or `{ column: members, split: ';' }` for a text with a separator. */
export type Explode = string | {
    readonly column: string;
    readonly split?: string | undefined;
};
/**
 * The columns of the rows that `explodeRow` makes; undefined if they are objects, because their elements may be.
 * @param columns the columns of the file; undefined if its rows are objects
 * @throws RunError `SOURCE.COLUMN_MISSING`
 */
export declare function explodedColumns(columns: readonly string[] | undefined, spec: Explode): readonly string[] | undefined;
/**
 * Makes a row of each element of a column; the element takes the place of the whole. Elements are those of an array, of
 * a text that is a JSON array, or the parts of a text between separators, without blanks around them; any other value is
 * one element. No value, or no element, is no row.
 * @param columns the columns of the file; undefined if the row is an object
 * @returns rows with the columns of `explodedColumns`
 */
export declare function explodeRow(values: Values, columns: readonly string[] | undefined, spec: Explode): readonly Values[];
