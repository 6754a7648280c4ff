import type { Settled } from './in-flight.ts';
/** The rows that a pipeline leaves out and keeps: one JSON object on each line, in API field names, each row once. */
export interface Archive {
    /**
     * Truncates the file to the length in bytes that a checkpoint claims; the rest is from a run that was killed.
     * @param claimed undefined if no checkpoint knows of the file: then all its whole rows are kept
     */
    restore(claimed: number | undefined): Promise<void>;
    /** Appends the rows that are to be kept and are not in the file, syncs it to disk, and returns its length in bytes. */
    append(rows: readonly Settled[]): Promise<number>;
}
