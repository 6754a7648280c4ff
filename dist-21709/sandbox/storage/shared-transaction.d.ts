import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { RedoLog } from './redo-log.ts';
/**
 * A transaction that many pieces of work share. One commit for thousands of rows writes far fewer pages than one
 * for every fifty. The redo log holds the writes of each piece as soon as it has run. If the transaction is lost,
 * by a kill or because the commit fails, the writes are replayed from the log.
 */
export declare class SharedTransaction {
    #private;
    /** Replays the log of a killed process. Throws if it cannot. `onRollback` is called when writes are undone. */
    constructor(db: DatabaseSync, log: RedoLog, onRollback: () => void);
    /** True if work is running. */
    get isRunning(): boolean;
    /** Runs the work and stores its writes. If it throws, only its own writes are undone. */
    run<T>(work: () => T): T;
    /** Records a statement of the running work, with its values. */
    recordWrite(sql: string, values: SQLInputValue[]): void;
    /** Moves the writes from the log into the data file. If it throws, the log still holds them. */
    commit(): void;
    /** Makes sure that finished work can be read. Throws if it cannot be written to the data file. */
    settle(): void;
}
