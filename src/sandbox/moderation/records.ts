import type { Database } from '../storage/database.ts';
import { Table } from '../storage/table.ts';
import type { Verdict } from './engine.ts';
import { revisionOf } from './rule-store.ts';

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

const RECORDS = new Table<ModerationRecord>(
  'moderation_records',
  `message, ruleId, ruleName, revisionId, condition, action, status, reviewed, hidden, unread,
    blockedAt, updatedAt`,
  '',
  'replace',
);

/** The record of a message, if it was blocked or reviewed. */
export const findRecord = (db: Database, message: number): ModerationRecord | undefined =>
  RECORDS.find(db, message);

/** Stores the record of a message in place of an earlier one. */
export function saveRecord(db: Database, record: ModerationRecord): void {
  RECORDS.insert(db, record);
}

/** Forgets why a message was blocked: an edit has made it one that breaks no rule. */
export function removeRecord(db: Database, message: number): void {
  RECORDS.remove(db, message);
}

/** The record of a message that a rule has just blocked. `unread` as in a record. */
export function blockedRecord(
  message: number,
  { rule, condition }: Verdict,
  unread: boolean,
  now: number,
): ModerationRecord {
  return {
    message,
    ruleId: rule?.id ?? null,
    ruleName: rule?.name ?? null,
    revisionId: rule ? revisionOf(rule) : null,
    condition: condition ? JSON.stringify(condition) : null,
    action: rule ? JSON.stringify(rule.action) : null,
    status: 'disapproved',
    reviewed: 0,
    hidden: 1,
    unread: unread ? 1 : 0,
    blockedAt: now,
    updatedAt: now,
  };
}

/** The record of a message that a moderator decides about because it was flagged. */
export const flaggedRecord = (message: number, now: number): ModerationRecord => ({
  ...blockedRecord(message, { action: 'flag' }, false, now),
  hidden: 0,
});

/** A cursor of a list of records: the id of the last message, and the direction. */
export type RecordPage = {
  readonly limit: number;
  readonly id?: number | undefined;
  readonly older: boolean;
};

/** A page of the records that are reviewed or not, in the order of their messages. */
export function listRecords(db: Database, reviewed: 0 | 1, page: RecordPage): readonly ModerationRecord[] {
  const { limit, id, older } = page;
  const records = RECORDS.all(
    db,
    `WHERE reviewed = ? AND message ${older ? '<' : '>'} ? ORDER BY message ${older ? 'DESC' : 'ASC'} LIMIT ?`,
    reviewed,
    id ?? (older ? Number.MAX_SAFE_INTEGER : 0),
    limit,
  );
  return older ? records.reverse() : records;
}

/** True if a message is kept from everybody but its sender. */
export const isHiddenMessage = (db: Database, message: number): boolean =>
  db.get('SELECT 1 FROM moderation_records WHERE message = ? AND hidden = 1', message) !== undefined;
