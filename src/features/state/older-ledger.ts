import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { Ledger } from '../../ledger/ledger.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import type { System } from '../../system/system.ts';

/**
 * If a ledger is the right one and only too old, prepares it to be brought up to date: gives it a new lineage, so that it
 * is not taken for finished, and makes what it says of our rows uncertain.
 * @returns whether it is such a ledger
 */
export function reopenOlder(path: string, checkpoint: Checkpoint | undefined, system: System): boolean {
  const claim = checkpoint?.ledger;
  if (!claim || !hasLedger(path, system.files)) return false;
  using ledger = openAlone(path, system);
  return ledger?.reopen(claim.lineage, system.random.uuid()) ?? false;
}

function openAlone(path: string, system: System): Ledger | undefined {
  try {
    return new Ledger(path, system);
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}
