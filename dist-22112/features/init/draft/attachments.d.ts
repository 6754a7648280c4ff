import type { FieldSource } from '../../../input/rows/forms/field-source.ts';
import type { Known } from '../ask/answering.ts';
import type { Table } from '../files/tables.ts';
/** The mapping of the files of messages. */
export type FilesMapping = {
    readonly source: FieldSource;
    /** The table that has them, joined to the messages. */
    readonly join?: Readonly<Record<string, object>>;
    readonly used: readonly string[];
};
/**
 * Finds the files of messages: columns of the table itself, or another table that names messages.
 * @param id the column with the id of a message
 * @param sides tables that may have the files
 */
export declare function filesOf(table: Table, id: string | undefined, taken: ReadonlySet<string>, sides: readonly Table[], known: Known): FilesMapping | undefined;
/** The elements of a JSON list; none if the cell is cut, or no list. */
export declare function listIn(cell: string | undefined): readonly unknown[];
