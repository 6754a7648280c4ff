import type { ExpectedRow, ExpectedRows, UnseenRow } from '../expect/expected-rows.ts';
import { type FormRules } from '../expect/row-form.ts';
import type { MovedReply } from '../expect/thread-roots.ts';
import type { MarkCounts } from '../result/verification-report.ts';
import type { FoundDifferences } from './found-differences.ts';
import { type SentVersionDeps } from './sent-version.ts';
import type { TargetRow } from './target-reader.ts';
/** Input for comparing rows of the service, and the place where the results are stored. */
export type RowComparerDeps = {
    readonly comparison: FormRules;
    readonly rows: ExpectedRows;
    readonly counts: MarkCounts;
    readonly found: FoundDifferences;
    /** Rows that only the service has are counted but are not a difference. */
    readonly oneWay: boolean;
    /** Compares only whether a row exists. */
    readonly keysOnly: boolean;
    /** Comparison of rows with what was last sent; undefined if nothing is known of that. */
    readonly sent: SentVersionDeps | undefined;
    /** In how many rows a field that the row leaves empty has a value in the service, and keeps it. */
    readonly kept: Map<string, number>;
    /** True if the run may still send a row with this key. */
    readonly isPending: (key: string) => boolean;
};
/** Compares rows of the service with the row of the source that has the same key. */
export declare class RowComparer {
    #private;
    /** Acknowledged rows that the service does not have and, by their age, need not have. */
    expired: number;
    constructor(deps: RowComparerDeps);
    /**
     * Compares a row of the service with the source row of the same key.
     * @param isInOrder called with the source row; returns false if the service lists it in the wrong position
     * @returns false if the source has no such row, which the caller has to handle
     */
    mark(key: string, target: TargetRow, isInOrder?: (expected: ExpectedRow) => boolean): boolean;
    /** The number of rows that are the same, so far. */
    get sameCount(): number;
    /** A reply that counts as the same, but hangs on another message. */
    markMoved({ muid, root, parentId }: MovedReply): void;
    /** Compares a row of a list that is read again, if it was not in the list before. */
    markMissed(key: string, target: TargetRow): void;
    /** True if a row that the service must have was in no list yet. */
    misses({ unit, optional, id, key }: UnseenRow, below: number): boolean;
    /** The parts (groups of members) with rows that were in no list yet. */
    missedParts(below: number): ReadonlySet<string | null>;
    /** Records a row that the source does not have. */
    onlyTarget(key: string, message?: string): void;
    /**
     * Records a part of the service that cannot be read.
     * @param part the part that source rows belong to; null if it is all rows
     */
    unread(part: string | null, key: string, message: string): void;
    /**
     * Ends an entity: source rows that were not seen are only in the source, or in a part that could not be read.
     * @param below the bound of the sample
     */
    finish(below: number): void;
}
