import type { Entity } from '../../../input/entities/entity.ts';
import type { RefinedAs } from '../../../input/rows/forms/written.ts';
import type { Row } from '../../../input/rows/row.ts';
import type { Source } from '../../../input/sources/source.ts';
import { type Origin } from '../../../tables/prepared-row.ts';
import type { DerivedSourceSpec } from '../../schema/source-schema.ts';
import type { OpenSource } from '../opening.ts';
/** A row that others are derived from, with those of its fields that are asked for. */
export type BaseRow = {
    readonly row: Pick<Row, 'file' | 'values' | 'line' | 'byte' | 'row'>;
    readonly fields: Readonly<Record<string, unknown>>;
};
/** The sources of an entity that other rows are derived from, as far as its rows are concerned. */
export type BaseEntity = {
    readonly sources: readonly (Pick<OpenSource, 'mapping' | 'name'> & {
        readonly source: Pick<Source, 'columns' | 'originOf'>;
    })[];
};
/** The rows of an entity that other rows are derived from: those that its own conditions and those of the source take. */
export declare class BaseRows {
    #private;
    readonly entity: Entity;
    /** The fields that the rows must be read with. */
    readonly needed: Set<string>;
    /** @param names gets the names of the files that rows come from */
    constructor({ where }: DerivedSourceSpec, entity: Entity, { sources }: BaseEntity, names: string[]);
    /**
     * Checks that the entity has a field, which the rows are then read with.
     * @throws RunError `CONFIG.INVALID`
     */
    fieldNamed(name: string): string;
    /**
     * Checks that one of the files has a column.
     * @throws RunError `SOURCE.COLUMN_MISSING`
     */
    columnNamed(name: string): string;
    /** True if the conditions take a row. */
    takes({ fields }: BaseRow): boolean;
    /** The values of fields as ids; undefined if one has none. */
    keyOf({ fields }: BaseRow, keys: readonly string[]): readonly string[] | undefined;
    /** The cell that a field was filled from; undefined if it does not come from exactly one. */
    cell({ row }: BaseRow, field: string): unknown;
    /** The same, if different cells make different ids; undefined if they need not. */
    comparableCell({ row: { file, values } }: BaseRow, field: string): unknown;
    /** Makes a reader of a column, refined for a field if it has a form. */
    column(name: string, refined?: RefinedAs): (row: BaseRow) => unknown;
    /** Makes a reader of what people have written for a field: its value before the steps that make an id of it. */
    written(field: string): (row: BaseRow) => unknown;
    /** Origin of a row. */
    originOf({ row }: BaseRow): Origin;
}
/**
 * Makes rows to derive from of those that are left in.
 * @param needed the fields that are read
 */
export declare function baseReader({ sources }: BaseEntity, needed: ReadonlySet<string>): (row: BaseRow['row']) => BaseRow | undefined;
/** A cell without its case and blanks: people who differ in these alone are the same by declaration. */
export declare function comparableText(cell: unknown): string | undefined;
