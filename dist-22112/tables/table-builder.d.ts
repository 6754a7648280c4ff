import type { TemporaryPlace } from '../files/buffered-file.ts';
import { type Keep } from '../keys/key-table.ts';
import { type Origin, type PreparedInput } from './prepared-row.ts';
import type { PreparedWriter } from './prepared-table.ts';
import { type RowText } from './row-text.ts';
/** The rules that decide the order, the numbers and the marks of a table's rows. */
export type RowRules = {
    /**
     * `asIs`; `newestFirst` reads each file from its last row; `byTime` sorts all rows by `timeOf`, stable: a row without a
     * time stays right after the row before it in its file.
     */
    readonly order: 'asIs' | 'newestFirst' | 'byTime';
    /** For `newestFirst`: whether the rows of an input keep their order. */
    isAsIs?(input: number): boolean;
    /** Epoch seconds, for `byTime`. */
    timeOf?(input: number, row: PreparedInput): number | undefined;
    /**
     * A text that equal rows of a file have in common. In the order of the table, the n-th of them gets n as the extra cell
     * `$nth`; rows that are left out, rows with faults and rows without such a text (undefined) are not counted.
     */
    nthOf?(input: number, row: PreparedInput): string | undefined;
    /**
     * The key of a row, without its number among equal ones: of rows with the same key one stays, as `keep` says. The others
     * are left out by the rule `onDuplicate`, with `lastInput` by `superseded`, or rejected.
     */
    keyOf?(input: number, row: PreparedInput): string | undefined;
    /** True if a row stands after all rows that are not so. Such rows keep their order. */
    isLater?(input: number, row: PreparedInput): boolean;
    /** @default 'last' */
    readonly keep?: Keep | undefined;
    /**
     * Takes each row that could be read and is not left out, with its cells as they will be read from the table, while it is
     * written. Only if `isWatchable`.
     */
    onRow?(cells: readonly string[], place: Origin): void;
};
/** Puts rows in their order, numbers equal ones, and writes them. */
export declare class TableBuilder implements Disposable {
    #private;
    /** @param runBytes memory of the sorter; only tests need another */
    constructor(rules: RowRules, text: RowText, writer: PreparedWriter, place: TemporaryPlace, runBytes?: number);
    /** Begins the rows of an input. */
    begin(input: number): void;
    add(row: PreparedInput): void;
    /** Writes up to `count` rows that are in order now; false if there are no more. */
    drain(count: number): boolean;
    /** The same of the rows that stand after all others, once all are drained. */
    drainLater(count: number): boolean;
    /** Marks the rows that do not stay because of another row with their key. */
    finish(): void;
    [Symbol.dispose](): void;
}
