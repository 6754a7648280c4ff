import type { InspectedColumn } from '../../../input/columns/column.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import type { Known } from '../ask/answering.ts';
/** The map that a pipeline would need for a file, and what the user has to decide. */
export type Proposal = {
    /** Fields that need an entry, because the name or the values of their column differ. */
    readonly map: Readonly<Record<string, FieldSource>>;
    /** The column of each field, with or without an entry. */
    readonly fields: Readonly<Record<string, string>>;
    /** Required fields without a clear column, each with the columns that may have it. */
    readonly missing: readonly {
        readonly field: string;
        readonly columns: readonly string[];
    }[];
    /** Columns that no field reads. */
    readonly unused: readonly string[];
    /** Questions that only the user can answer, a sentence each. */
    readonly questions: readonly string[];
};
/**
 * Proposes a map for the columns of a file, by this file alone.
 * @param zone the zone of times without one, if known
 */
export declare function propose(entity: EntityName, columns: readonly InspectedColumn[], zone: string | undefined): Proposal;
/** The column of each field: by its name, else by what is in it. */
export declare function fieldsOf(entity: EntityName, filled: readonly InspectedColumn[]): Map<string, string>;
/** Required fields that nothing fills, with the columns that may have them. */
export declare function missingFields(entity: EntityName, filled: readonly InspectedColumn[], used: ReadonlySet<string>, mapped: Readonly<Record<string, unknown>>): Proposal['missing'];
/** The names of columns that nothing reads. An empty one that is called as a field is read once it is filled. */
export declare const unusedColumns: (columns: readonly InspectedColumn[], used: ReadonlySet<string>) => string[];
/** The way a field reads its column: a time, one of a few words, or the cell as it is. */
export declare function sourceOf(entity: EntityName, field: string, column: InspectedColumn, known: Known): FieldSource;
