import type { LedgerMeta } from './meta.ts';
/** Age of what is kept beside a ledger, compared with it. `older`: from before it was last stored. `newer`: the ledger is an older one. */
export type StampAge = 'current' | 'older' | 'newer';
/** A lineage, and how many changes there were when something was stored. */
export declare const stampOf: ({ lineage }: Pick<LedgerMeta, 'lineage'>, serial: number) => string;
/**
 * Compares a stamp with a ledger.
 * @param stamp undefined if there is none: a version before stored it, or nothing was stored
 * @param storedAt how many changes there were when it was last stored; undefined if that is not known
 */
export declare function ageOf(stamp: string | undefined, { lineage }: Pick<LedgerMeta, 'lineage'>, serial: number, storedAt: number | undefined): StampAge;
