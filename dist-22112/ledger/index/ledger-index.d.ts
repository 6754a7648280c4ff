import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import { type EntityName } from '../../input/entities/entity.ts';
import type { Files } from '../../system/files.ts';
import { type EntryOrigin, type LedgerEntry } from '../entry.ts';
import type { LedgerLog } from '../log/ledger-log.ts';
type Found = Readonly<Record<string, SQLOutputValue>>;
/**
 * An index of a log: its rows as SQLite tables, by number and by key. A cache: it is opened, and brought up to date, when
 * the first question comes, and before each one that follows. A file that does not fit the log, or is damaged, is deleted
 * and made anew; so nothing is lost with it.
 */
export declare class LedgerIndex implements Disposable {
    #private;
    /** @param path of the file, created with mode 0600 when it is needed; `:memory:` keeps it in memory */
    constructor(path: string, log: LedgerLog, files: Files);
    /**
     * The rows that a query finds.
     * @throws RunError `STATE.CORRUPT` if the log is damaged, `STATE.UNWRITABLE`, `STATE.LOCKED`
     */
    all(sql: string, ...values: SQLInputValue[]): Found[];
    /** The first row that a query finds. */
    get(sql: string, ...values: SQLInputValue[]): Found | undefined;
    /**
     * Brings it up to date some rows at a time, so that all else goes on in between: locks and leases are kept.
     * @throws RunError as `all`
     */
    catchUp(): Promise<void>;
    [Symbol.dispose](): void;
}
/** Index that the rows are read from, as it is when each page is read. */
type Rows = Pick<LedgerIndex, 'all'>;
/** Counts the rows of an entity, of all origins or of one. */
export declare function countOf(index: Rows, entity: EntityName, origin?: EntryOrigin): number;
/** All rows of an entity, latest first. Rows may be deleted while they are read. */
export declare function latestFirst(index: Rows, entity: EntityName, last: number): Generator<LedgerEntry>;
/** The rows in ranges of row numbers, each with its first and last number. */
export declare function within(index: Rows, entity: EntityName, ranges: Iterable<readonly [number, number]>): Generator<LedgerEntry>;
/** The keys of all rows that the service has acknowledged. */
export declare function acknowledgedKeys(index: Rows, entity: EntityName): Generator<string>;
/** The rows of an entity whose user did not reach them when they were to be removed. */
export declare const unreachedRows: (index: Rows, entity: EntityName) => LedgerEntry[];
/** The replies to a message, by its key. */
export declare const repliesTo: (index: Rows, key: string) => LedgerEntry[];
/** The keys of rows whose removal has begun and may not be done. */
export declare function leavingKeys(index: Rows, entity: EntityName): string[];
export {};
