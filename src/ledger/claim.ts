import { type EntityName, entityNames, entityRecord } from '../input/entities/entity.ts';
import type { Ledger } from './ledger.ts';

/** What a ledger held when a checkpoint was saved beside it: later it holds at least that. */
export type LedgerClaim = {
  readonly lineage: string;
  readonly serial: number;
  /** The largest row number of each entity. */
  readonly rows: Readonly<Record<EntityName, number>>;
};

/** What a checkpoint that is saved now can claim of the ledger. */
export const claimOf = (ledger: Ledger): LedgerClaim => ({
  lineage: ledger.lineage,
  serial: ledger.serial,
  rows: entityRecord((entity) => ledger.lastRow(entity)),
});

/**
 * Compares a ledger with a claim. It may be ahead, because it is written first; it is never behind.
 * @returns what is wrong, completing "the ledger …"; undefined if the ledger holds what is claimed
 */
export function lackOf(found: LedgerClaim, claim: LedgerClaim): string | undefined {
  if (found.lineage !== claim.lineage) return 'is another one than the checkpoint was saved with';
  if (found.serial < claim.serial)
    return `is older than the checkpoint: it has ${found.serial} changes instead of ${claim.serial}`;
  const short = entityNames.find((entity) => found.rows[entity] < (claim.rows[entity] ?? 0));
  return short && `has lost ${short}: it has ${found.rows[short]} rows instead of ${claim.rows[short]}`;
}
