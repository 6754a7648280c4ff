import type { DatabaseSync } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { ExcludedRows, SourceCounts } from './expect-rows.ts';
import { type ExpectedRows } from './expected-rows.ts';
import type { SentRecord } from './sent-record.ts';
/** The fingerprint of a key. */
type Fingerprint = {
    readonly lo: number;
    readonly hi: number;
};
/** A row of the ledger that no source has. */
type UnsourcedRow = Fingerprint & {
    readonly row: number;
};
/**
 * The rows of one entity that the ledger has, that no source has, and that the rules alone do not expect; in a table, because
 * they may be all rows: those of a source that was taken away.
 */
export declare class UnsourcedRows {
    #private;
    constructor(db: DatabaseSync, entity: EntityName);
    get isEmpty(): boolean;
    /** Number of rows that the service has acknowledged. */
    get certain(): number;
    add({ lo, hi, row }: UnsourcedRow, isUncertain: boolean): void;
    find({ lo, hi }: Fingerprint): UnsourcedRow | undefined;
    /** Records that a run or a retry has settled a row. */
    settle({ lo, hi }: Fingerprint): void;
    /** Takes a row out; false if it is not there any more. */
    take({ lo, hi }: Fingerprint): boolean;
    /** The rows that nobody has settled; they may be taken out meanwhile. */
    unsettled(): Generator<UnsourcedRow>;
}
/** Rules of the pipeline for rows that are in no source any more. */
export type RecordedRules = {
    /** Undefined without a sync. */
    readonly onMissing: 'keep' | 'deactivate' | 'delete' | undefined;
    /** The rule for rows that were deleted at the source. */
    readonly onDeleted: 'remove' | 'keep';
    /** Messages sent before, epoch seconds, may be gone by their age; undefined if rows of any age stay. */
    readonly keptSince: number | undefined;
};
/** The number of rows of one entity that the record adds to what the sources say. */
export type RecordedCounts = {
    /** Rows that the service has acknowledged. */
    acknowledged: number;
    /** Rows that are in no source any more and stay in the service. */
    kept: number;
    /** Rows that landed although the row in the source is wrong: corrected ones, and earlier versions. */
    corrected: number;
    /** Rows that are in no source and that the rules do not keep: those that the service has are `-`. */
    unexpected: number;
};
/** The counts of an entity of which nothing is known. */
export declare const noneRecorded: () => RecordedCounts;
/** The entity, its sources as read, and what is known of its rows. */
export type RecordedDeps = {
    readonly entity: EntityName;
    /** The scratch file. */
    readonly db: DatabaseSync;
    readonly rows: ExpectedRows;
    readonly source: SourceCounts;
    readonly excluded: ExcludedRows;
    readonly record: SentRecord;
    readonly rules: RecordedRules;
    /** True if the run may still send a row with this key. */
    readonly isPending: (key: string) => boolean;
};
/**
 * Adds what the record knows to the expected rows of the sources: every row that the service has acknowledged is expected,
 * also where no valid row of a source stands for it. Such a row is compared with what was last sent. Not expected are
 * rows that the next sync run removes, and rows of a migration that were taken out of its sources after the run.
 */
export declare function expectRecorded(deps: RecordedDeps): Promise<RecordedCounts>;
export {};
