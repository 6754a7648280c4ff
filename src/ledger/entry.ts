import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { PendingEntry } from './pending-entry.ts';

/** Whose a row of the service is. */
export type EntryOrigin =
  /** May have been sent by us; the service has not answered for it. */
  | 'sent'
  /** We created it. */
  | 'created'
  /** It was there before us; never removed by us. */
  | 'exists'
  /** We created it, and are taking it away; the service has not answered. */
  | 'leaving';

/** What the ledger holds of a row of the service. */
export type LedgerEntry = Omit<PendingEntry, 'active'> & {
  /** Undefined where a change was under way that nobody saw the end of. */
  readonly active: boolean | undefined;
  /** Its number in the ledger, from 1; of one entity, never given to another row. */
  readonly row: number;
  readonly origin: EntryOrigin;
  /** Messages: the service's own id, as far as it was told. */
  readonly id?: string;
};

/** What is noted of a row when the service has acknowledged it. */
export type AcknowledgedEntry = Omit<PendingEntry, 'active'> &
  Pick<LedgerEntry, 'active'> & { readonly origin: 'created' | 'exists'; readonly id?: string };

/** Origins by the number that they have in the ledger's file. */
export const ORIGINS = ['sent', 'created', 'exists', 'leaving'] as const;

/** Those of rows of which nobody knows whether the service holds them. */
const UNCERTAIN_ORIGINS: readonly EntryOrigin[] = ['sent', 'leaving'];

/** Their numbers, for SQL. */
export const UNCERTAIN = `(${UNCERTAIN_ORIGINS.map((origin) => ORIGINS.indexOf(origin)).join(', ')})`;

/** Whether a row is one of them. */
export const isUncertain = ({ origin }: LedgerEntry): boolean => UNCERTAIN_ORIGINS.includes(origin);

/** `active` by the number that it has there. */
const ACTIVE: readonly (boolean | undefined)[] = [false, true, undefined];

/** A row as it is written into the ledger. */
export type EntryValues = Omit<AcknowledgedEntry, 'origin'> & Pick<LedgerEntry, 'origin'>;

/** Its columns but the key: content, fixed, origin, active, id, conversation, sentAt. */
export function columnsOf({ version, origin, active, ...noted }: EntryValues): readonly SQLInputValue[] {
  const { id = null, conversation = null, sentAt = null } = noted;
  const { content, fixed } = version;
  return [content, fixed, ORIGINS.indexOf(origin), ACTIVE.indexOf(active), id, conversation, sentAt];
}

/** A row of the ledger's file. */
export function entryOf(found: Readonly<Record<string, SQLOutputValue>>): LedgerEntry {
  const { row, key, content, fixed, origin, active, id, conversation, sentAt } = found;
  return {
    row: Number(row),
    key: String(key),
    version: { content: Number(content), fixed: Number(fixed) },
    origin: ORIGINS[Number(origin)] as EntryOrigin,
    active: ACTIVE[Number(active)],
    ...(id === null ? {} : { id: String(id) }),
    ...(conversation === null ? {} : { conversation: String(conversation) }),
    ...(sentAt === null ? {} : { sentAt: Number(sentAt) }),
  };
}
