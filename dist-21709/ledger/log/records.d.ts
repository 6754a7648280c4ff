import { type AcknowledgedEntry, type EntryValues, type LedgerEntry } from '../entry.ts';
import type { PendingEntry } from '../pending-entry.ts';
import { ByteWriter } from './bytes.ts';
import { type Intent } from './intent.ts';
/** A new row as bytes; `conversation` and `sentAt` where it has them. */
export type ByteValues = {
    readonly isActive: boolean;
    readonly content: number;
    readonly fixed: number;
    readonly text: Uint8Array;
    /** The key in `text`, and the conversation, which is empty if it has none. */
    readonly keyAt: number;
    readonly keyEnd: number;
    readonly conversationAt: number;
    readonly conversationEnd: number;
    readonly sentAt: number;
};
/** Writes the record of a new row from its bytes: as `encodeIntended` for its entry. */
export declare function writeBytes(to: ByteWriter, values: ByteValues): void;
/** New rows that are about to be sent, in the order of their numbers. */
export declare function encodeIntended(rows: readonly Intent[]): Buffer;
/** Calls back with each row. */
export declare function decodeIntended(payload: Buffer, count: number, each: (values: Omit<EntryValues, 'origin'>) => void): void;
type ResentRow = Pick<PendingEntry, 'active'> & {
    readonly row: number;
    readonly version: Pick<PendingEntry['version'], 'content'>;
};
/** Rows with numbers that are about to be sent: number, `active`, content. */
export declare function encodeResent(rows: readonly ResentRow[]): Buffer;
export declare function decodeResent(payload: Buffer, count: number, each: (row: number, active: boolean, content: number) => void): void;
/** An entry with its number. */
export type NumberedEntry = EntryValues & Pick<LedgerEntry, 'row'>;
/** Whole entries with their numbers. */
export declare function encodeEntries(entries: readonly NumberedEntry[]): Buffer;
export declare function decodeEntries(payload: Buffer, count: number, each: (entry: NumberedEntry) => void): void;
/** Acknowledgement of a row by the service; the rest is as it was intended. */
type PlainAcknowledgement = {
    readonly row: number;
} & Pick<AcknowledgedEntry, 'origin' | 'id'>;
/** A row that the service has acknowledged. */
export type LoggedAcknowledgement = (AcknowledgedEntry & {
    readonly row: number;
}) | PlainAcknowledgement;
/**
 * Rows that the service has acknowledged, after their places in the run: number, origin, id, and the values of a row that
 * was not recorded with these.
 * @param settled the outcomes of rows by their numbers in a run, as JSON; '' if none is counted
 */
export declare function encodeAcknowledged(settled: string, rows: readonly LoggedAcknowledgement[]): Buffer;
/** A row that the service has created as it was recorded before. */
export type CreatedRow = {
    /** Its number in the run. */
    readonly seq: number;
    /** Its number in the ledger. */
    readonly ledgerRow: number;
    /** The service's id: a whole number; 0 if it has none. */
    readonly createdId: number;
};
/** The same as `encodeAcknowledged` for rows of origin `created`. */
export declare function encodeCreated(settled: string, rows: readonly CreatedRow[]): Buffer;
/** The outcomes of rows by their numbers in a run, as JSON; '' if there are none. */
export declare const settledIn: (payload: Buffer) => string;
export declare function decodeAcknowledged(payload: Buffer, count: number, each: (acknowledged: LoggedAcknowledgement) => void): void;
/** Row numbers. */
export declare function encodeRows(rows: readonly number[]): Buffer;
export declare function decodeRows(payload: Buffer, count: number): number[];
export {};
