import type { Step } from '../../delivery/plan.ts';
import type { Data } from '../../input/entities/entity.ts';
import type { RowVersion } from '../../input/entities/row-version.ts';
import { type RowDiff } from '../../ledger/compare.ts';
import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Files } from '../../system/files.ts';
import { type Changes } from './changes.ts';
import type { RecordHashWriter } from './records/record-hash-file.ts';
import { type CountedRow } from './shape/field-changes.ts';
/** The place of the current row of a key in the sources of this sync. */
export type KeyedRow = {
    readonly file: number;
    /** Number of its record; -1 if it has none. */
    readonly ordinal: number;
    readonly version: RowVersion;
} & CountedRow;
/** Counts the current row of a key; with -1, a row that no longer is. */
export declare function countKey({ entity }: Step, changes: Changes, { version, fields, isDoubtful }: Omit<KeyedRow, 'file' | 'ordinal'>, { entry, data }: {
    readonly entry: LedgerEntry | undefined;
    readonly data: Data | undefined;
}, by: 1 | -1): RowDiff;
/** The rows of a sync that were parsed, by key; in a file that is deleted on disposal. */
export declare class KeysOfThisRun implements Disposable {
    #private;
    constructor(path: string, files: Files);
    find(key: string): KeyedRow | undefined;
    put(key: string, { file, ordinal, version, fields, isDoubtful }: KeyedRow): void;
    /** The keys whose current row has a version with this content. */
    withContent(content: number): Generator<string>;
    [Symbol.dispose](): void;
}
type RivalDeps = {
    readonly changes: Changes;
    readonly writer: RecordHashWriter;
    /** Rows of the ledger that have to be compared even if their bytes are the same. */
    readonly contested: Set<number>;
};
/** The rows of a step that contradict another row of their key, or give way to one. */
export declare class RivalRows {
    #private;
    constructor(step: Step, deps: RivalDeps);
    /** Selects a record, if the row has one. */
    select(ordinal: number): void;
    /** Two versions in one file: both are selected, and the delivery takes the first and rejects the second. */
    contradict(key: string, { ordinal: first }: KeyedRow, entry: LedgerEntry | undefined, ordinal: number): void;
    /** A later file has the key: contradictions in an earlier one no longer count. */
    drop(key: string): boolean;
    /** This row replaces the version of an earlier file. */
    supersede(key: string, row: KeyedRow, entry: LedgerEntry | undefined, data?: Data): void;
}
export {};
