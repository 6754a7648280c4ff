import type { LedgerEntry } from '../../../ledger/entry.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { Transport } from '../../transport/transport.ts';
/** Things that `isOlder` needs. */
export type CreationDeps = {
    readonly ledger: Ledger;
    readonly transport: Transport;
    readonly signal: AbortSignal;
    /** The version of the values that are fixed at creation, for a user or group with this `createdAt` in epoch seconds. */
    readonly fixedAt: (entity: 'users' | 'groups', createdAt: number) => number;
};
/**
 * True if a user or group existed in the service before the pipeline first wrote there: it was created earlier, and its
 * `createdAt` is not the one that the pipeline sent. After a lost answer the ledger alone does not say this.
 */
export declare function isOlder(entity: 'users' | 'groups', { key, version }: LedgerEntry, { ledger, transport, signal, fixedAt }: CreationDeps): Promise<boolean>;
