import type { CellReader, ColumnFinder } from './context.ts';
import { type RefinedForm } from './field-source.ts';
/** The ways in which forms find the cells of columns. */
export type Columns = {
    /** A column that the map names: one that the file lacks is noted, and has no values. */
    named(name: string): CellReader;
    /** As `named`, but in a list at a path such as `files[*].url` a value that is missing keeps its place. */
    placed(name: string): CellReader;
    /** A column that need not be there. */
    readonly find: ColumnFinder;
};
/**
 * Reads the value of a form, before any step.
 * @param isId whether the value is an id or part of one: then a number must not have lost digits
 */
export declare function valueReader(form: RefinedForm, columns: Columns, isId: boolean): CellReader;
