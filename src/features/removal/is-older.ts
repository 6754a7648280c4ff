import type { LedgerEntry } from '../../ledger/entry.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { isBefore, remoteRow } from '../../service/targets/remote-row.ts';
import type { Transport } from '../../service/transport/transport.ts';

export type CreationDeps = {
  readonly ledger: Ledger;
  readonly transport: Transport;
  readonly signal: AbortSignal;
  /** The version of what stays as it was created, of a user or group that has this `createdAt`. */
  readonly fixedAt: (entity: 'users' | 'groups', createdAt: number) => number;
};

/**
 * Whether a user or group was in the service before the pipeline first wrote there: its time of creation is earlier, and
 * not the one that the pipeline gave it. After a lost answer the ledger alone cannot tell.
 */
export async function isOlder(
  entity: 'users' | 'groups',
  { key, version }: LedgerEntry,
  { ledger, transport, signal, fixedAt }: CreationDeps,
): Promise<boolean> {
  const found = await remoteRow(entity, key, transport, signal);
  return isBefore(found, ledger.begunAt) && fixedAt(entity, Number(found['createdAt'])) !== version.fixed;
}
