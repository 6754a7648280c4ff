import type { SQLInputValue, SQLOutputValue } from 'node:sqlite';
import type { EntityName } from '../input/entities/entity.ts';
import type { PendingEntry } from './pending-entry.ts';
/** Creator of a row in the service. */
export type EntryOrigin = 
/** We may have sent it; the service has not answered for it. */
'sent'
/** We created it. */
 | 'created'
/** It existed before us; we never remove it. */
 | 'exists'
/** We created it and are removing it; the service has not answered. */
 | 'leaving';
/** Record of the ledger about a row in the service. */
export type LedgerEntry = Omit<PendingEntry, 'active'> & {
    /** Undefined if a change was sent and its outcome is unknown. */
    readonly active: boolean | undefined;
    /** Its number in the ledger, from 1; never reused within an entity. */
    readonly row: number;
    readonly origin: EntryOrigin;
    /** Messages: the service's own id, if known. */
    readonly id?: string;
};
/** Record that is made once the service has acknowledged a row. */
export type AcknowledgedEntry = Omit<PendingEntry, 'active'> & Pick<LedgerEntry, 'active'> & {
    readonly origin: 'created' | 'exists';
    readonly id?: string;
};
/** Origins; the index is the number that is stored in the ledger's files. */
export declare const ORIGINS: readonly ['sent', 'created', 'exists', 'leaving'];
/** The numbers of the uncertain origins, as an SQL list. */
export declare const UNCERTAIN: string;
/** True if it is unknown whether the row is in the service. */
export declare const isUncertain: ({ origin }: Pick<LedgerEntry, 'origin'>) => boolean;
/** True if the service refused to remove a row of an entity, because its user did not reach it: it goes with a message. */
export declare const isUnreached: (entity: EntityName, { origin, active }: Pick<LedgerEntry, 'origin' | 'active'>) => boolean;
/** Values of `active`; the index is the number that is stored in the ledger's files. */
export declare const ACTIVE: readonly (boolean | undefined)[];
/** A row as it is written into the ledger. */
export type EntryValues = Omit<AcknowledgedEntry, 'origin'> & Pick<LedgerEntry, 'origin'>;
/** The column values without the key: content, fixed, origin, active, id, conversation, sentAt, parent. */
export declare function columnValues({ version, origin, active, ...rest }: EntryValues): readonly SQLInputValue[];
/** The entry in a row of the ledger's index. */
export declare function entryOf(found: Readonly<Record<string, SQLOutputValue>>): LedgerEntry;
