import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
/** Statements on the scratch file of a comparison; those that return at most one row are prepared once. */
export declare class PreparedStatements {
    #private;
    constructor(db: DatabaseSync);
    /** The number of rows that a statement has changed. */
    run(sql: string, ...values: readonly SQLInputValue[]): number;
    /** The first row that a statement returns; undefined if it returns none. */
    first<T>(sql: string, ...values: readonly SQLInputValue[]): T | undefined;
    /** The one number that a statement returns; 0 if it returns none. */
    number(sql: string, ...values: readonly SQLInputValue[]): number;
    /** The rows that a statement returns, one by one: several such readings may be under way. */
    rows<T>(sql: string, ...values: readonly SQLInputValue[]): Generator<T>;
}
