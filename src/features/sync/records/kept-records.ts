import type { StateStore } from '../../../files/state/state-store.ts';
import { damageInSummed, stampIn } from '../../../files/summed-file.ts';
import type { EntityName } from '../../../input/entities/entity.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { olderLedger } from '../../../session/kept/claims.ts';
import { corrupt } from '../../../session/kept/kept-files.ts';
import { fingerprintsName } from '../../../session/kept/kept-names.ts';

/**
 * Whether the fingerprints of an entity are those that the ledger has last published. Those of an earlier time are not used:
 * then every row is compared.
 * @throws RunError `STATE.CORRUPT`; `STATE.LEDGER_LOST` if the ledger is of an earlier time
 */
export function assertFits(kept: StateStore, entity: EntityName, ledger: Ledger): boolean {
  const name = fingerprintsName(entity);
  const age = ledger.ageOf(entity, stampIn(kept, name));
  if (age === 'newer') throw olderLedger(kept.pathOf(name));
  const damage = damageInSummed(kept, name, ledger.isPublishedWithSums(entity));
  if (damage) throw corrupt(kept.pathOf(name), damage);
  return age === 'current';
}
