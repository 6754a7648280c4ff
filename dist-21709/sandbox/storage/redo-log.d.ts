import type { SQLInputValue } from 'node:sqlite';
/** A writing statement and the values of each of its runs, in order: texts, numbers and null. */
export type Writes = readonly [sql: string, ...runs: SQLInputValue[][]];
/**
 * The writes of an open transaction, in a file. SQLite forgets an open transaction when its process is killed;
 * the log allows to write it again. Each line holds one piece of work as JSON, its checksum, and the name of the
 * state of the data file in which the transaction began. Lines with another name belong to finished transactions
 * and are overwritten one by one. A cut line has no name. Each append hands its line to the system, so it
 * survives `kill -9` like a commit. Neither waits for the disk.
 */
export declare class RedoLog {
    #private;
    /** The path of the log. */
    readonly file: string;
    /** `file` is created when it is needed, private to its owner. */
    constructor(file: string);
    /** The work that was appended since the given state. */
    entriesSince(state: string): readonly (readonly Writes[])[];
    /** Begins again, from the given state, of which the file holds no line. */
    begin(state: string): void;
    /** The bytes appended since `begin`. */
    get bytes(): number;
    /** Appends one piece of work. Throws if it cannot be written; the log then keeps its old content. */
    append(work: readonly Writes[]): void;
    /** Closes the file, which keeps what is in it. */
    close(): void;
    /** Closes and removes the file. */
    remove(): void;
}
