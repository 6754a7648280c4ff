import type { Mapping } from '../../input/rows/mapping.ts';
import type { RowSink } from '../../input/rows/record.ts';
import { type ScreenThread, type writeKnownKeys } from '../../prefilter/wasm/wasm-screen.ts';
import type { Audit } from './audit.ts';
import type { ColumnTally } from './column-tally.ts';
/** Parts that screen the records of a file. */
export type Screening = {
    readonly thread: ScreenThread;
    /** Keys to which the records refer, in the memory of the thread. */
    readonly known: ReturnType<typeof writeKnownKeys>;
};
/** Gives the rows of a file to the audit. Most records are proved valid by the screen, in blocks, and never become rows. */
export declare function screenedSink(mapping: Mapping, audit: Audit, columns: ColumnTally, screening: Screening | undefined): RowSink;
