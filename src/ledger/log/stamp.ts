import type { LedgerMeta } from './meta.ts';

/** Age of what is kept beside a ledger, compared with it. `older`: from before it was last stored. `newer`: the ledger is an older one. */
export type StampAge = 'current' | 'older' | 'newer';

/** A lineage, and how many changes there were when something was stored. */
export const stampOf = ({ lineage }: Pick<LedgerMeta, 'lineage'>, serial: number): string =>
  `${lineage} ${serial}`;

/**
 * Compares a stamp with a ledger.
 * @param stamp undefined if there is none: a version before stored it, or nothing was stored
 * @param storedAt how many changes there were when it was last stored; undefined if that is not known
 */
export function ageOf(
  stamp: string | undefined,
  { lineage }: Pick<LedgerMeta, 'lineage'>,
  serial: number,
  storedAt: number | undefined,
): StampAge {
  if (stamp === undefined) return storedAt === undefined ? 'current' : 'older';
  const [of, at = ''] = stamp.split(' ');
  // What a ledger knows that was rebuilt is not what this was made of.
  if (of !== lineage) return 'older';
  if (Number(at) > serial) return 'newer';
  return Number(at) < (storedAt ?? 0) ? 'older' : 'current';
}
