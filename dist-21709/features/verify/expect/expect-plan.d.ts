import type { DatabaseSync } from 'node:sqlite';
import { type Plan, type Step } from '../../../delivery/plan.ts';
import type { UserNamesDeps } from '../../../delivery/sending/user-names.ts';
import { type EntityName } from '../../../input/entities/entity.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { type VerificationCost } from '../result/verification-cost.ts';
import type { SampleSize } from '../result/verification-report.ts';
import { type RecordedCounts, type RecordedRules } from './expect-recorded.ts';
import { type SourceCounts } from './expect-rows.ts';
import { ExpectedRows } from './expected-rows.ts';
import { type FormRules } from './row-form.ts';
import type { SentRecord } from './sent-record.ts';
/** Input for reading the expected rows of a pipeline. */
export type ExpectOptions = {
    /** Compares only keys of users and groups, member counts and the last messages of conversations. */
    readonly quick: boolean;
    readonly sample: SampleSize | undefined;
    readonly sync: {
        readonly onMissing: NonNullable<RecordedRules['onMissing']>;
        readonly onDeleted: RecordedRules['onDeleted'];
    } | undefined;
    /** The record of the rows that were sent; undefined if there is none. */
    readonly record: SentRecord | undefined;
    /** True if the run may still send a row with this key. */
    readonly isPending: (key: string, entity: EntityName) => boolean;
    /** Requests that the limits allow; Infinity if there is no limit. */
    readonly requestsPerMinute: number;
    readonly signal: AbortSignal;
    /** Opens a file for the names of users. */
    readonly openNames: UserNamesDeps['open'];
};
/** Rows that the service must have, by the sources. */
export type Expectations = {
    readonly steps: readonly ExpectedStep[];
    readonly cost: VerificationCost;
    /** The size of the sample, by kind; undefined if everything is compared. */
    readonly sample: SampleTaken | undefined;
    /** True if messages are read conversation by conversation instead of from the list of all. */
    readonly byConversation: boolean;
};
/** Size of the sample, and of all. */
type SampleTaken = Readonly<Record<'users' | 'groups' | 'conversations', {
    readonly taken: number;
    readonly of: number;
}>>;
/** One entity of the sources, after reading it. */
export type ExpectedStep = {
    readonly step: Step;
    readonly comparison: FormRules;
    readonly rows: ExpectedRows;
    readonly source: SourceCounts;
    readonly recorded: RecordedCounts;
    /** Rows that the run has not sent yet, and that are therefore not compared. */
    readonly pending: number;
    /** The bound of the sample: rows whose `unit` is below it are compared. */
    readonly below: number;
};
/**
 * Reads the sources into a scratch file; memory hardly grows with the number of rows.
 * @throws RunError if a source cannot be read
 */
export declare function expectPlan(plan: Plan, db: DatabaseSync, options: ExpectOptions): Promise<Expectations>;
/** The service's ids of the messages that other rows are attached to, in the scratch file. */
export declare class MessageIds {
    #private;
    constructor(db: DatabaseSync);
    /** Reads the ids of the messages that are the parts of these rows. */
    readFor(rows: ExpectedRows, ledger: Pick<Ledger, 'find'>): void;
    /** The id of a message; undefined if this pipeline wrote none with this key, null if its id is not known. */
    readonly find: (muid: string) => string | null | undefined;
    /** Takes note of a message of the service: where its answer was lost, nothing else says its id. */
    readonly read: (muid: string, id: unknown) => void;
}
export {};
