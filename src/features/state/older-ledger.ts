import type { Checkpoint } from '../../delivery/checkpoint.ts';
import { RunError } from '../../errors/run-error.ts';
import { Ledger } from '../../ledger/ledger.ts';
import type { LedgerPlace } from '../../ledger/ledger-place.ts';
import { hasLedger } from '../../ledger/open-log.ts';
import type { System } from '../../system/system.ts';

/**
 * If a ledger is the right one and only too old, prepares it to be brought up to date: gives it a new lineage, so that it
 * is not taken for finished, and makes what it says of our rows uncertain.
 * @returns whether it is such a ledger
 */
export async function reopenOlder(
  place: LedgerPlace,
  checkpoint: Checkpoint | undefined,
  system: System,
): Promise<boolean> {
  const claim = checkpoint?.ledger;
  if (!claim || !(await hasLedger(place, system.files))) return false;
  using ledger = openAlone(place, system);
  return ledger?.reopen(claim.lineage, system.random.uuid()) ?? false;
}

function openAlone(place: LedgerPlace, system: System): Ledger | undefined {
  try {
    return new Ledger(place, system);
  } catch (error) {
    if (error instanceof RunError) return undefined;
    throw error;
  }
}
