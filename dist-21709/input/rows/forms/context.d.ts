import type { Values } from '../row.ts';
import type { Conditions } from './field-source.ts';
/** Reads one cell of a row; undefined, null and empty text mean that there is no value. */
export type CellReader = (values: Values) => unknown;
/** Finds the reader of a column; undefined if there is no such column. */
export type ColumnFinder = (name: string) => CellReader | undefined;
/** One column of a table by another one, loaded before any row is read. */
export type LookupTable = {
    readonly size: number;
    /** The value of a key; undefined if there is none. */
    get(key: string): unknown;
    /** Names what the table holds. */
    readonly digest: string;
};
/** An app's own ids: entity → the text of the source cell → id. */
export type IdMap = Readonly<Partial<Record<'users' | 'groups', ReadonlyMap<string, string>>>>;
/** The context that a mapping needs besides the columns. */
export type MappingContext = {
    /**
     * `$path`, `$dir`, `$file` of the file. Columns with these names win: a prepared table and a rejects file have them as
     * cells.
     */
    readonly constants?: Readonly<Record<string, string>> | undefined;
    /** Reads a joined column such as `p.name`; undefined if no join has that name. `column` reads a column of the row. */
    readonly joins?: ((name: string, column: ColumnFinder) => CellReader | undefined) | undefined;
    /** Names what the joined tables hold: other contents give the rows another meaning. */
    readonly joinsDigest?: string | undefined;
    /** The tables of the lookups, by `lookupId`. */
    readonly lookups?: ReadonlyMap<string, LookupTable> | undefined;
    /** These ids win over those of `slug` and `hash`. */
    readonly idMap?: IdMap | undefined;
    readonly where?: Conditions | undefined;
    /** Leaves out rows before this time, and from `until` on. */
    readonly since?: string | undefined;
    readonly until?: string | undefined;
    /**
     * Names the source in the pipeline, so that what a sync run remembers of it is found again.
     * @default nothing
     */
    readonly source?: string | undefined;
    /** The file whose rows they are, if it is one of several of a prepared table. */
    readonly file?: string | undefined;
    /** True if a row owns all of its fields, also those that its source lacks. */
    readonly wholeRows?: boolean | undefined;
    /**
     * The columns of a table that each of its files has: a row without a value in another one says nothing.
     * @default every column
     */
    readonly everywhere?: ReadonlySet<string> | undefined;
    /** True if the columns of ready ids are read: those of a prepared table, never those of a corrected row. */
    readonly readsMade?: boolean | undefined;
};
