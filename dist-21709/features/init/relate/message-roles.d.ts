import type { Known } from '../ask/answering.ts';
import { type Table } from '../files/tables.ts';
/** Which columns of a table of messages say who wrote to whom. */
export type MessageRoles = {
    readonly table: Table;
    /** The column of each field. */
    readonly fields: ReadonlyMap<string, string>;
    readonly sender: string | undefined;
    /** Columns, or pseudo columns, that name the group of a message; two are a template. */
    readonly room: readonly string[];
    /** The column that names the user that a message is for. */
    readonly person: string | undefined;
    /** True if `room` and `person` are one column, and another one tells which of them it is. */
    readonly isMixed: boolean;
};
/** Tables that may tell whom a column names. */
export type Owners = {
    readonly users: Table | undefined;
    readonly groups: Table | undefined;
};
/** The name of a table in ids of questions. */
export declare const tableName: ({ files }: Table) => string;
/** Finds out who writes to whom: by the names of the columns, by what is in them, by the path. */
export declare function rolesOf(table: Table, owners: Owners, known: Known): MessageRoles;
