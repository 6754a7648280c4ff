import type { KeptBytes } from '../../files/state/state-store.ts';
import type { FormerField, FormerRow } from './former-row.ts';
/** The first line of a log. */
export type FormerHead = {
    readonly version: 1;
    /** Random; the key of the digests. */
    readonly salt: string;
    /** Number of changes that the lines that were merged had. */
    readonly changes: number;
};
/** Addition of a line to the fields of a row. */
export type FormerLine = Omit<FormerRow, 'fields'> & {
    /** Absent in a line that ends what is kept of the row. */
    readonly fields?: Readonly<Record<string, FormerField>>;
    /** Set where an undo has written something, and no change of ours. */
    readonly undoing?: true;
    /** Set where the service has refused the change whose values these fields have: nothing of it was written. */
    readonly withdrawn?: true;
    /** Number of bytes of the log that survived a power cut when the line was written. */
    readonly synced: number;
};
/** A record as a line of JSON that ends with its own checksum. */
export declare function formerLineOf(record: FormerHead | FormerLine): string;
/** Result of reading a log. */
export type FormerEnd = {
    readonly head: FormerHead | undefined;
    /** Place where its sound lines end: what comes after was never synced, so no change was sent for it. */
    readonly end: number;
    readonly lines: number;
    /** Place where it is damaged; undefined if it is sound. */
    readonly damagedAt: number | undefined;
};
/**
 * Reads a log. A power cut may damage what was not synced, also in the midst of it; a line that was written when more than that
 * had been synced proves another damage.
 * @param each called with every sound line
 */
export declare function readFormer(kept: KeptBytes, each: (line: FormerLine) => void): FormerEnd;
/** Every record that is sound, whatever is around it; none if the first is not. */
export declare function soundRecords(kept: KeptBytes): Generator<FormerHead | FormerLine>;
