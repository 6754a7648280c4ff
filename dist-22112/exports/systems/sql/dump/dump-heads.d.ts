/** Reads the beginnings of statements, whose rows are read elsewhere. */
/** A table as a statement names it: schema or database if it does, then its own name. */
export type TableName = readonly string[];
/** The head of a statement that gives rows. */
export type RowsHead = {
    readonly table: TableName;
    /** Absent if the statement names none: then they are those of the table. */
    readonly columns?: readonly string[] | undefined;
    /** Its length. */
    readonly length: number;
};
/**
 * A column of CREATE TABLE, with its type in lower case. Values of a generated one are worked out by the database: dumps
 * have none.
 */
export type ColumnType = {
    readonly name: string;
    readonly type: string;
    readonly isGenerated: boolean;
};
/** A table that has rows of others: their partition, or one that inherits from them. */
export type AttachedTable = {
    readonly table: TableName;
    readonly parents: readonly TableName[];
};
/** Table as a CREATE TABLE describes it: the columns of its parents, which come first, are not among its own. */
export type CreatedTable = AttachedTable & {
    readonly columns: readonly ColumnType[];
};
/** The head of an INSERT up to its first row; undefined if it is none, or not all of it is there. */
export declare const insertHead: (text: string) => RowsHead | undefined;
/** The line of a COPY; undefined if it is none, or not all of it is there. */
export declare const copyHead: (text: string) => RowsHead | undefined;
/** True if it is a COPY of data that follows in another form, such as CSV. */
export declare const isOtherCopy: (text: string) => boolean;
/** Reads a whole CREATE TABLE; undefined if it is none. */
export declare function createdTable(text: string): CreatedTable | undefined;
/** The partition of an ALTER TABLE, and the table that it becomes part of; undefined if it says nothing of that. */
export declare function attachedTable(text: string): AttachedTable | undefined;
/** Change by a statement for those after it. */
export type Setting = {
    readonly database: string;
} | {
    readonly zone: string;
} | {
    readonly isStandardStrings: boolean;
};
/** Reads what a statement, or a line for psql, sets. */
export declare function settingOf(text: string): Setting | undefined;
