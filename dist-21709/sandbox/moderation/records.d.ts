import type { Database } from '../storage/database.ts';
import type { Verdict } from './engine.ts';
/** Why a message was blocked, and what a moderator has decided about it. Without a rule, it had been flagged. */
export type ModerationRecord = {
    readonly message: number;
    readonly ruleId: string | null;
    readonly ruleName: string | null;
    /** Without the id of the app. */
    readonly revisionId: string | null;
    /** JSON text, as `action`. */
    readonly condition: string | null;
    readonly action: string | null;
    readonly status: 'disapproved' | 'approved' | 'rejected';
    readonly reviewed: number;
    /** 1 if the message is kept from everybody but its sender. */
    readonly hidden: number;
    /** 1 if the message counts as unread once it is let through. */
    readonly unread: number;
    readonly blockedAt: number;
    readonly updatedAt: number;
};
/** The record of a message, if it was blocked or reviewed. */
export declare const findRecord: (db: Database, message: number) => ModerationRecord | undefined;
/** Stores the record of a message in place of an earlier one. */
export declare function saveRecord(db: Database, record: ModerationRecord): void;
/** Forgets why a message was blocked: an edit has made it one that breaks no rule. */
export declare function removeRecord(db: Database, message: number): void;
/** The record of a message that a rule has just blocked. `unread` as in a record. */
export declare function blockedRecord(message: number, { rule, condition }: Verdict, unread: boolean, now: number): ModerationRecord;
/** The record of a message that a moderator decides about because it was flagged. */
export declare const flaggedRecord: (message: number, now: number) => ModerationRecord;
/** A cursor of a list of records: the id of the last message, and the direction. */
export type RecordPage = {
    readonly limit: number;
    readonly id?: number | undefined;
    readonly older: boolean;
};
/** A page of the records that are reviewed or not, in the order of their messages. */
export declare function listRecords(db: Database, reviewed: 0 | 1, page: RecordPage): readonly ModerationRecord[];
/** True if a message is kept from everybody but its sender. */
export declare const isHiddenMessage: (db: Database, message: number) => boolean;
