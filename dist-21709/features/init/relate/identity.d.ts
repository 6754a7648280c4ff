import type { FieldSource, FormStep } from '../../../input/rows/forms/field-source.ts';
import type { Table } from '../files/tables.ts';
/** A column of some table that names users, or groups. */
export type ReferringColumn = {
    readonly table: Table;
    readonly column: string;
};
/** The naming of the users, or of the groups, in all tables. */
export type Identity = {
    /** The column of their own table that is the id; undefined without a table. */
    readonly key: string | undefined;
    /** The form of the id in one of their own tables. */
    readonly own: (column: string) => FieldSource;
    /** The first of several columns that has a value; all of them name them the same way. */
    readonly first: (columns: readonly string[]) => FieldSource;
    /** True if some of the ids differ only in capital letters, and are taken for one. */
    readonly joinsCase: boolean;
    /** The steps that every cell that names one goes through. */
    readonly steps: readonly FormStep[];
    /** Makes ids of a column that refers to them. */
    readonly refer: (table: Table, column: string) => Reference;
};
/** A field that refers to a user or a group. */
type Reference = {
    readonly source: FieldSource;
    /** Share of the values that their table has; 1 if there is no table. */
    readonly share: number;
    /** True if the ids come from a lookup, so that an unknown value has none. */
    readonly isLookup: boolean;
};
/**
 * Finds out by their values which column of a table the others refer to.
 * @param own the table of the entity itself, if there is one
 * @param usual its column that has the id by its name
 * @param isOfPeople two rooms whose names differ only in capital letters may have other readers; two such addresses are of
 *   one person
 */
export declare function identify(own: Table | undefined, usual: string | undefined, referring: readonly ReferringColumn[], isOfPeople: boolean): Identity;
/** Conversations of two people that stand among the groups, and the table that says who is in them. */
export type DirectConversations = {
    readonly groups: Table;
    /** The column of the groups that is their id. */
    readonly key: string;
    /** Their column that tells the kind, and its values that mean a conversation of two people. */
    readonly type: string;
    readonly values: readonly string[];
    readonly members: Table;
    readonly guid: string;
    readonly uid: string;
};
/** Finds conversations of two people among the groups; undefined if there are none, or nothing says who is in them. */
export declare function directConversations(groups: Table | undefined, members: Table | undefined, identities: {
    readonly users: Identity;
    readonly groups: Identity;
}): DirectConversations | undefined;
export {};
