import {
  ACTIVE,
  type AcknowledgedEntry,
  type EntryOrigin,
  type EntryValues,
  type LedgerEntry,
  ORIGINS,
} from '../entry.ts';
import type { PendingEntry } from '../pending-entry.ts';
import { ByteReader, ByteWriter } from './bytes.ts';
import { type Intent, isIntentRecord } from './intent.ts';

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
export function writeBytes(to: ByteWriter, values: ByteValues): void {
  const hasConversation = values.conversationEnd > values.conversationAt;
  to.u8((values.isActive ? 1 : 0) | (hasConversation ? HAS_CONVERSATION | HAS_SENT_AT : 0));
  to.u48(values.content);
  to.u48(values.fixed);
  to.slice(values.text, values.keyAt, values.keyEnd);
  if (!hasConversation) return;
  to.slice(values.text, values.conversationAt, values.conversationEnd);
  to.f64(values.sentAt);
}

/** Bits of the first byte of a record; the lowest two are `active`, by its place in `ACTIVE`. */
const CONTENT_UNKNOWN = 4;
const FIXED_UNKNOWN = 8;
const HAS_CONVERSATION = 16;
const HAS_SENT_AT = 32;
const HAS_ID = 64;
const HAS_PARENT = 128;
const ACTIVE_BITS = 3;

/** The record of a row: flags, content, fixed, key, and where it has them conversation, `sentAt`, id and parent. */
function writeValues(to: ByteWriter, values: Omit<EntryValues, 'origin'>): void {
  const { version, active, key, conversation, sentAt, id, parent } = values;
  const { content, fixed } = version;
  to.u8(
    ACTIVE.indexOf(active) |
      (content === -1 ? CONTENT_UNKNOWN : 0) |
      (fixed === -1 ? FIXED_UNKNOWN : 0) |
      (conversation === undefined ? 0 : HAS_CONVERSATION) |
      (sentAt === undefined ? 0 : HAS_SENT_AT) |
      (id === undefined ? 0 : HAS_ID) |
      (parent === undefined ? 0 : HAS_PARENT),
  );
  to.u48(Math.max(0, content));
  to.u48(Math.max(0, fixed));
  to.text(key);
  if (conversation !== undefined) to.text(conversation);
  if (sentAt !== undefined) to.f64(sentAt);
  if (id !== undefined) to.text(id);
  if (parent !== undefined) to.text(parent);
}

function readValues(from: ByteReader): Omit<EntryValues, 'origin'> {
  const flags = from.u8();
  const [content, fixed] = [from.u48(), from.u48()];
  return {
    active: ACTIVE[flags & ACTIVE_BITS],
    version: {
      content: flags & CONTENT_UNKNOWN ? -1 : content,
      fixed: flags & FIXED_UNKNOWN ? -1 : fixed,
    },
    key: from.text(),
    ...(flags & HAS_CONVERSATION ? { conversation: from.text() } : {}),
    ...(flags & HAS_SENT_AT ? { sentAt: from.f64() } : {}),
    ...(flags & HAS_ID ? { id: from.text() } : {}),
    ...(flags & HAS_PARENT ? { parent: from.text() } : {}),
  };
}

/** New rows that are about to be sent, in the order of their numbers. */
export function encodeIntended(rows: readonly Intent[]): Buffer {
  const to = new ByteWriter();
  for (const row of rows)
    if (isIntentRecord(row)) row.writeIntent(to);
    else writeValues(to, row);
  return to.bytes;
}

/** Calls back with each row. */
export function decodeIntended(
  payload: Buffer,
  count: number,
  each: (values: Omit<EntryValues, 'origin'>) => void,
): void {
  const from = new ByteReader(payload);
  for (let left = count; left > 0; left--) each(readValues(from));
}

type ResentRow = Pick<PendingEntry, 'active'> & {
  readonly row: number;
  readonly version: Pick<PendingEntry['version'], 'content'>;
};

/** Rows with numbers that are about to be sent: number, `active`, content. */
export function encodeResent(rows: readonly ResentRow[]): Buffer {
  const to = new ByteWriter();
  for (const { row, active, version } of rows) {
    to.u32(row);
    to.u8((active ? 1 : 0) | (version.content === -1 ? CONTENT_UNKNOWN : 0));
    to.u48(Math.max(0, version.content));
  }
  return to.bytes;
}

export function decodeResent(
  payload: Buffer,
  count: number,
  each: (row: number, active: boolean, content: number) => void,
): void {
  const from = new ByteReader(payload);
  for (let left = count; left > 0; left--) {
    const row = from.u32();
    const flags = from.u8();
    const content = from.u48();
    each(row, (flags & ACTIVE_BITS) === 1, flags & CONTENT_UNKNOWN ? -1 : content);
  }
}

/** An entry with its number. */
export type NumberedEntry = EntryValues & Pick<LedgerEntry, 'row'>;

/** Whole entries with their numbers. */
export function encodeEntries(entries: readonly NumberedEntry[]): Buffer {
  const to = new ByteWriter();
  for (const entry of entries) {
    to.u32(entry.row);
    to.u8(ORIGINS.indexOf(entry.origin));
    writeValues(to, entry);
  }
  return to.bytes;
}

export function decodeEntries(payload: Buffer, count: number, each: (entry: NumberedEntry) => void): void {
  const from = new ByteReader(payload);
  for (let left = count; left > 0; left--) {
    const row = from.u32();
    const origin = ORIGINS[from.u8()] as EntryOrigin;
    each({ row, origin, ...readValues(from) });
  }
}

const ORIGIN_BITS = 3;
const CREATED = ORIGINS.indexOf('created');
const ACKNOWLEDGED_ID = 4;
const WITH_VALUES = 8;

/** Acknowledgement of a row by the service; the rest is as it was intended. */
type PlainAcknowledgement = { readonly row: number } & Pick<AcknowledgedEntry, 'origin' | 'id'>;
/** A row that the service has acknowledged. */
export type LoggedAcknowledgement = (AcknowledgedEntry & { readonly row: number }) | PlainAcknowledgement;

/**
 * Rows that the service has acknowledged, after their places in the run: number, origin, id, and the values of a row that
 * was not recorded with these.
 * @param settled the outcomes of rows by their numbers in a run, as JSON; '' if none is counted
 */
export function encodeAcknowledged(settled: string, rows: readonly LoggedAcknowledgement[]): Buffer {
  const to = new ByteWriter();
  to.text(settled);
  for (const entry of rows) {
    const { row, origin, id } = entry;
    to.u32(row);
    const isWhole = 'version' in entry;
    to.u8(ORIGINS.indexOf(origin) | (id === undefined ? 0 : ACKNOWLEDGED_ID) | (isWhole ? WITH_VALUES : 0));
    if (isWhole) writeValues(to, entry);
    else if (id !== undefined) to.text(id);
  }
  return to.bytes;
}

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
export function encodeCreated(settled: string, rows: readonly CreatedRow[]): Buffer {
  const to = new ByteWriter();
  to.text(settled);
  for (const { ledgerRow, createdId } of rows) {
    to.u32(ledgerRow);
    to.u8(CREATED | (createdId === 0 ? 0 : ACKNOWLEDGED_ID));
    if (createdId !== 0) to.digits(createdId);
  }
  return to.bytes;
}

/** The outcomes of rows by their numbers in a run, as JSON; '' if there are none. */
export const settledIn = (payload: Buffer): string => new ByteReader(payload).text();

export function decodeAcknowledged(
  payload: Buffer,
  count: number,
  each: (acknowledged: LoggedAcknowledgement) => void,
): void {
  const from = new ByteReader(payload);
  from.text();
  for (let left = count; left > 0; left--) {
    const row = from.u32();
    const flags = from.u8();
    const origin = ORIGINS[flags & ORIGIN_BITS] as AcknowledgedEntry['origin'];
    if (flags & WITH_VALUES) each({ row, origin, ...readValues(from) });
    else each({ row, origin, ...(flags & ACKNOWLEDGED_ID ? { id: from.text() } : {}) });
  }
}

/** Row numbers. */
export function encodeRows(rows: readonly number[]): Buffer {
  const to = new ByteWriter();
  for (const row of rows) to.u32(row);
  return to.bytes;
}

export function decodeRows(payload: Buffer, count: number): number[] {
  const from = new ByteReader(payload);
  return Array.from({ length: count }, () => from.u32());
}
