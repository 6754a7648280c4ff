import { type SQLInputValue } from 'node:sqlite';
/**
 * The data file. Only one process can open it (SQLite's exclusive lock, which ends with the process), so caches
 * in memory are correct. Answered writes survive `kill -9` at any time: they are in SQLite's write-ahead log or,
 * for imports, in a redo log until they are committed.
 */
export declare class Database {
    #private;
    /** Opens or creates the file. Throws a SandboxError if another process has it or it is no data file. */
    constructor(file: string);
    /** Runs a writing statement and returns the number of changed rows. */
    run(sql: string, ...params: SQLInputValue[]): number;
    /** The first row. The caller gives the type that fits its statement. */
    get<T>(sql: string, ...params: SQLInputValue[]): T | undefined;
    /** The only column of the first row. The caller gives the type that fits its statement. */
    value<T>(sql: string, ...params: SQLInputValue[]): T | undefined;
    /** All rows. The caller gives the type that fits its statement. */
    all<T>(sql: string, ...params: SQLInputValue[]): T[];
    /** A count, cached until the next write, so that paging through a big list counts it once. */
    count(from: string, ...params: SQLInputValue[]): number;
    /** Runs the work in one transaction. If it throws, nothing of it is stored. */
    transaction<T>(work: () => T): T;
    /**
     * Runs the work in a transaction that it shares with other work. This is cheap and as durable as a transaction
     * of its own. But work that throws is expensive to undo.
     */
    shared<T>(work: () => T): T;
    /** Makes sure that everything that ran in `shared` can be read. Throws if it cannot be written to the data file. */
    settle(): void;
    /** Registers a callback for rolled back transactions, for example to clear a cache. */
    onRollback(forget: () => void): void;
    /** Registers a callback for work that is stored: after each transaction, and each piece of shared work. */
    onStored(tell: () => void): void;
    /** True if the file is still open. */
    get isOpen(): boolean;
    /** Moves the logs into the data file if there is room, and closes it. */
    close(): void;
}
