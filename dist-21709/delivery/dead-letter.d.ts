import type { Settled } from './in-flight.ts';
/**
 * The rejects files of one entity, one for each format of its sources: the original cells with the reasons, in file
 * order. `rejectSource` reads them as the original rows.
 */
export interface DeadLetter {
    /** Truncates the files to the lengths in bytes that a checkpoint claims; the rest is from a run that was killed. */
    restore(claimed: Readonly<Record<string, number>>): Promise<void>;
    /** Appends the rejected and blocked rows, syncs them to disk, and returns the new lengths by file name. */
    append(rows: readonly Settled[]): Promise<Readonly<Record<string, number>>>;
    readonly paths: readonly string[];
}
