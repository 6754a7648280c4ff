import type { CellReader, MappingContext } from './context.ts';
import type { Columns } from './value-forms.ts';
/** Finds the columns of one file, and notes which ones the mapping uses. */
export declare class ColumnIndex implements Columns {
    #private;
    /** Columns of the file that fields use. */
    readonly used: Set<string>;
    /** Columns that the map names and the header does not have. */
    readonly missing: Set<string>;
    /** The pseudo columns that fields or conditions use. */
    readonly constants: Record<string, string>;
    /** The joined columns that are used. */
    readonly joined: Set<string>;
    /** @param columns the file's header; undefined if rows are objects */
    constructor(columns: readonly string[] | undefined, context: MappingContext);
    /** Every top-level column of the file that is used. */
    roots(): Set<string>;
    /** In object rows, the members in which the paths of used columns begin, such as `profile` of `profile.name`. */
    pathRoots(): ReadonlySet<string>;
    readonly named: (name: string) => CellReader;
    readonly placed: (name: string) => CellReader;
    readonly find: (name: string) => CellReader | undefined;
}
