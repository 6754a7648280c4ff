import type { Entity, FieldKind } from '../entities/entity.ts';
import type { CellReader, MappingContext } from './forms/context.ts';
import { type FieldMap, type FieldSource } from './forms/field-source.ts';
import { type PatternUse } from './forms/pattern-uses.ts';
import { type RefinedAs } from './forms/written.ts';
import { SourceFields } from './owned-fields.ts';
import type { Problem, Values } from './row.ts';
export type { CellReader, LookupTable, MappingContext } from './forms/context.ts';
export { type Conditions, type FieldMap, lookupId, lookupsOf, mappedColumns, whereColumns, } from './forms/field-source.ts';
export { hashReader, slug } from './forms/ids.ts';
/** Turns the cells of a row into the fields of an entity; made once for each file. */
export type Mapping = {
    (values: Values): Mapped;
    /** Every column that a field uses. */
    readonly columns: ReadonlySet<string>;
    /** Members of object rows with values inside of them that fields use, such as `profile` of `profile.name`. */
    readonly pathRoots: ReadonlySet<string>;
    /** The original cell of a field; undefined if the field does not come from exactly one column. */
    cell(values: Values, field: string): unknown;
    /** Makes a reader of the same; undefined if the field does not come from exactly one column. */
    cellOf(field: string): CellReader | undefined;
    /**
     * Makes a reader of the value that a field is made of, as people write it: after its pattern and before its steps; undefined
     * if it is made of no such value.
     */
    written(field: string): CellReader | undefined;
    /**
     * Makes a reader of a column, also of a pseudo column or a joined one; undefined if there is none with this name.
     * @param refined how its value is refined for a field of this kind
     */
    column(name: string, refined?: RefinedAs): CellReader | undefined;
    /** The fields that a row owns: those that its source has. */
    owned(values: Values): SourceFields;
    /** The same of every source that rows may come from. */
    readonly sources: readonly SourceFields[];
    /** The fields that can have a value, and how each is filled. */
    readonly fields: readonly MappedField[];
    /** Makes a reader of some fields alone, which costs less than all of them. */
    some(names: ReadonlySet<string>): (values: Values) => Readonly<Record<string, unknown>>;
    /** The rule that leaves a row out; undefined if it stays. Absent if every row stays. */
    readonly leftOut?: ((values: Values) => 'where' | 'forgotten' | 'otherSource' | undefined) | undefined;
    /**
     * Counts the messages that a row makes; absent if always one. A row that makes several is read once for each,
     * with the number of the message, from 1, in the column `$part`.
     */
    readonly parts?: ((values: Values) => number) | undefined;
    /** JSON of everything that decides what the bytes of a record mean. */
    readonly meaning: unknown;
    /** True if every field is a column as it is, a constant or a template, so that cells can be checked as bytes. */
    readonly isPlain: boolean;
    /** The patterns that were tried, and whether they have matched a cell so far. */
    patterns(): readonly PatternUse[];
    /** Columns of `where` that no row has had so far. */
    whereUnseen(): readonly string[];
};
/** One field of a mapping, filled from the column with its name or as the pipeline file says. */
export type MappedField = {
    readonly field: string;
    readonly kind: FieldKind;
    readonly source: FieldSource;
    /** The column in which the id is ready; in a row with an empty cell there, the id comes from `source`. */
    readonly made?: string;
};
/**
 * Resolves each field of an entity to a column of the file.
 * @param columns the file's header; absent if rows are objects
 * @returns the mapping; `missing` lists columns that the map names and the header does not have, `whereMissing` those of
 *   the conditions
 * @throws an Error if a pattern is none; the pipeline's schema has refused such ones
 */
export declare function compileMapping(entity: Entity, map: FieldMap, columns: readonly string[] | undefined, context?: MappingContext): {
    mapping: Mapping;
    missing: readonly string[];
    whereMissing: readonly string[];
};
/** True if a name means a single member of a JSON field, such as `metadata.team`. */
export declare function isMemberOf(entity: Entity, name: string): boolean;
/** A row's fields by name, and the problems of those that could not be read. */
type Mapped = {
    readonly fields: Record<string, unknown>;
    readonly problems: readonly Problem[];
};
