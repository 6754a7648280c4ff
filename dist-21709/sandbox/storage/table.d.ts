import type { SQLInputValue } from 'node:sqlite';
import type { Database } from './database.ts';
/** The column of a member: its name in snake case. */
export declare const columnOf: (member: string) => string;
/** A table whose rows have a column for each member, in snake case. Its statements are built once. */
export declare class Table<R extends object> {
    #private;
    readonly name: string;
    /** The columns, for statements that read rows. */
    readonly columns: string;
    /**
     * `members` are separated by commas; the first is the key. `fixed` are those that `update` leaves as they are. Where the key
     * is `taken`, `insert` keeps the row that is there, replaces it, or throws.
     */
    constructor(name: string, members: string, fixed?: string, taken?: 'keep' | 'replace' | 'throw');
    /** The row of a key. */
    find(db: Database, key: SQLInputValue): R | undefined;
    /** The rows that a clause selects, such as `WHERE uid = ? ORDER BY seq`. */
    all(db: Database, clause: string, ...params: SQLInputValue[]): R[];
    /** Adds a row; returns how many were added. */
    insert(db: Database, row: R): number;
    /** Replaces everything about a row but its key and what is fixed; returns how many there were. */
    update(db: Database, row: R): number;
    /** Removes the row of a key. */
    remove(db: Database, key: SQLInputValue): void;
}
