import type { Settled } from './in-flight.ts';

/**
 * The rejects files of one entity, one for each format of its sources: original cells with the reasons, in file order.
 * `rejectSource` reads them as what the rows were.
 */
export interface DeadLetter {
  /** Cuts the files back to the lengths that a checkpoint claims; what lies beyond is from a run that was killed. */
  restore(claimed: Readonly<Record<string, number>>): Promise<void>;
  /** Appends the rejected and blocked rows, synced to disk, and gives the new lengths by file name. */
  append(rows: readonly Settled[]): Promise<Readonly<Record<string, number>>>;
  readonly paths: readonly string[];
}
