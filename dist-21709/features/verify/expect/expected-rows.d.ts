import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { RowPlace } from '../../../input/rows/row.ts';
/** The file of a row that is in no source. */
export declare const NOT_IN_A_FILE = -1;
/** Numbers of rows whose key occurred before, with the same content or other content. */
export type Repeated = {
    readonly same: number;
    readonly other: number;
};
/** The rows of one entity's sources, in a table; memory grows by one bit per row. */
export declare class ExpectedRows {
    #private;
    readonly entity: EntityName;
    readonly table: string;
    constructor(db: DatabaseSync, entity: EntityName);
    /** Number of rows that the service must have. */
    get size(): number;
    /** Adds a row; rows must be added in the order of the sources. */
    add(row: NewRow): void;
    /**
     * Call after the last `add`: keeps one row per key, if possible one that the pipeline writes.
     * @param lastFile true: keeps the first row of the last file that has the key; false: keeps the first row of all
     */
    settle(lastFile: boolean): Repeated;
    /** True if the sources say that the row of a key was deleted there. */
    isDeleted(key: string): boolean;
    /** Marks rows that match an SQL condition as not expected; returns their number. */
    exclude(where: string): number;
    /**
     * Leaves out, where single rows are not looked for, those of which nobody can say whether the service has them.
     * @returns the number of rows that are pending
     */
    excludeUncertain(isPending: (key: string) => boolean): number;
    /** The number of expected rows that have lost the same fields, by the bits of these fields. */
    lost(): Iterable<{
        readonly bits: number;
        readonly count: number;
    }>;
    recount(): void;
    find(key: string): ExpectedRow | undefined;
    at(id: number): ExpectedRow | undefined;
    /** Expects a row as it was last sent, whether the sources have a row with its key or not. */
    expectRecorded({ key, at, unit, part, banned, version, active, optional }: RecordedRow): void;
    /** Keeps what was last sent of a row, for a run that may still have to write it. */
    keepSent(id: number, { content }: RecordedRow['version']): void;
    /** Records that the service has acknowledged a row. */
    markLanded(id: number): void;
    hasLanded(id: number): boolean;
    /** Records that the service has a row; false if that was known. */
    markSeen(id: number): boolean;
    hasSeen(id: number): boolean;
    /** The number of acknowledged rows that are expected within a sample. */
    landedBelow(below: number): number;
    /** Rows that the service must have and that were not seen there. */
    unseen(): Generator<UnseenRow>;
    /** The rows that a statement returns. */
    rows<T>(sql: string, ...params: readonly SQLInputValue[]): Iterable<T>;
    /** The one number that a statement returns; 0 if it returns none. */
    number(sql: string, ...params: readonly SQLInputValue[]): number;
    /** The parts of its expected rows within a sample. */
    parts(below: number): Iterable<{
        readonly part: string;
    }>;
}
/** The parts of a source row that are needed to compare it. */
export type ExpectedRow = RowPlace & {
    /** Its number in the order of the sources, from 1. */
    readonly id: number;
    readonly key: string;
    /** Fingerprint of the values that must be equal; null if the pipeline does not write the row. */
    readonly content: number | null;
    /** The members of its data and metadata, as `membersOf` writes them. */
    readonly members: string | null;
    /**
     * Null if the row is compared with the source. Else it is compared with what was last sent: `content` and `fixed` are
     * then those of the ledger's version.
     */
    readonly fixed: number | null;
    /**
     * Of a row that is compared with the source, and that a stopped run may still have to write: the `content` of what was
     * last sent; null if that does not matter.
     */
    readonly sentContent: number | null;
    /** Of a row that is compared with what was last sent: 1, or 0 for a deactivated user or a banned member; null if unknown. */
    readonly active: number | null;
    /** Its time, epoch seconds; 0 if not known. */
    readonly at: number;
    /** The first two times with rules of their own. */
    readonly time1: number | null;
    readonly time2: number | null;
    /** Position in the sample: a hash of its key, group or conversation. */
    readonly unit: number;
};
/** A row to add to the expected rows. */
type NewRow = RowPlace & {
    readonly key: string;
    readonly content: number | null;
    /**
     * The members of its data and metadata, as `membersOf` writes them.
     * @default null
     */
    readonly members?: string | null;
    readonly at: number;
    readonly times: readonly (number | undefined)[];
    readonly unit: number;
    /** The group of a member, the conversation of a message. */
    readonly part: string | null;
    /** A banned member, who is not counted as a member. */
    readonly banned?: boolean;
    /** True if the source says that it was deleted there. */
    readonly deleted?: boolean;
    /** A bit for each field with a value that the API cannot carry. */
    readonly lost?: number;
};
/** A row as it was last sent, which no valid row of the sources stands for. */
type RecordedRow = Pick<NewRow, 'key' | 'at' | 'unit' | 'part' | 'banned'> & {
    readonly version: {
        readonly content: number;
        readonly fixed: number;
    };
    readonly active: boolean | undefined;
    /** The service need not have the row, but if it has, it must be as it was sent. */
    readonly optional: boolean;
};
/** A row that the service must have and that was not seen there. */
export type UnseenRow = Pick<ExpectedRow, 'id' | 'key' | 'unit'> & {
    readonly part: string | null;
    /** 1 if the service need not have it. */
    readonly optional: number;
};
/** Says if another entity expects a row with a key; always false if it is not compared. */
export declare function expectedKeys(rows: ExpectedRows, entity: EntityName): (key: string) => boolean;
/** Members whom a row of the bans has banned: the service does not count them. Bans have the keys of members. */
export declare const BANNED_MEMBERS = "UPDATE expected_members SET banned = 1 WHERE key IN (SELECT key FROM expected_bans WHERE content IS NOT NULL)";
export {};
