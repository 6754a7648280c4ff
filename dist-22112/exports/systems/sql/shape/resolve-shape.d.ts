import type { SqlTable } from '../tables/sql-table.ts';
import type { ColumnSpec, ShapeSpec, WhereSpec } from './shape-schema.ts';
import { type RoleName } from './usual-names.ts';
/** A column of a part of the chat, as it is declared or recognised. */
export type Field = Exclude<ColumnSpec, string> & {
    /** Recognised by its name: nobody has said what its values mean. */
    readonly isGuessed?: true;
    /** The column beside it whose values may say whose ids they are; nobody has said what they mean. */
    readonly besideType?: string | undefined;
};
/** The tables of a part of the chat, and what their columns are. */
export type Role = {
    readonly tables: readonly SqlTable[];
    readonly fields: Readonly<Record<string, Field>>;
    readonly where: WhereSpec;
};
/** Roles of the tables, what else the pipeline says of them, and sentences about what was recognised. */
export type Shape = {
    readonly roles: Readonly<Partial<Record<RoleName, Role>>>;
    readonly spec: ShapeSpec;
    readonly notes: readonly string[];
    /** Tables in which values are looked up, by the name that the pipeline gives them. */
    readonly joined: ReadonlyMap<string, SqlTable>;
};
/**
 * Finds out which tables and columns are what: as declared, else by their usual names.
 * @throws RunError `EXPORT.SHAPE_UNCLEAR`
 */
export declare function resolveShape(given: ShapeSpec, all: readonly SqlTable[]): Shape;
