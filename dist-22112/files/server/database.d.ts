import type { Clock } from '../../system/clock.ts';
import type { StateServer } from './state-server.ts';
/** A row of an answer. */
export type DatabaseRow = Readonly<Record<string, unknown>>;
/** Answers of one statement after the other over one connection. */
export type Ask = (sql: string, values?: readonly unknown[]) => Promise<readonly DatabaseRow[]>;
/** One connection to the server of a state, made when it is needed and made again when it is lost. */
export declare class Database implements AsyncDisposable {
    #private;
    constructor(server: StateServer, clock: Clock);
    /**
     * The rows that a statement finds; one that can be given twice. While the server cannot be reached, it is given again.
     * @param untilMs so long, by the elapsed time of the clock; by default only where the connection was there before: one that
     *   nothing used for some time may have been cut by what is between
     * @throws RunError `STATE.SERVER_*`; the error of a statement that is wrong
     */
    rows(sql: string, values: readonly unknown[], untilMs?: number): Promise<readonly DatabaseRow[]>;
    /**
     * Does work that nothing else of this connection comes between.
     * @throws RunError `STATE.SERVER_*`
     */
    work<T>(task: (ask: Ask) => Promise<T>): Promise<T>;
    [Symbol.asyncDispose](): Promise<void>;
}
