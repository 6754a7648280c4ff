import { type ExportCounts, type ExportKind } from './export-summary.ts';
/**
 * An outcome: `imported`, `converted`, `kept`, or the reason for which it is left out, and which of the things that this
 * reason is made of.
 */
export type Fate = 'imported' | 'converted' | 'kept' | {
    readonly dropped: string;
    readonly of?: string;
};
/** Counts what is in an export and what becomes of it. */
export declare class ExportTally {
    #private;
    /** Counts some of a kind that were read. */
    read(kind: ExportKind, count?: number): void;
    /** Counts what became of them. */
    ended(kind: ExportKind, fate: Fate, count?: number): void;
    /** Counts one of a kind as something else than before. */
    moved(kind: ExportKind, from: Fate, to: Fate): void;
    /** Both at once. */
    count(kind: ExportKind, fate: Fate, count?: number): void;
    /** The counts of every kind that the export has. */
    counts(): ExportCounts;
}
/** Counts that one message adds: of each kind how many, and what became of them. */
export type MessageShape = (readonly [kind: ExportKind, fate: Fate, count: number])[];
/**
 * Numbers the shapes of messages. A message is counted only when it is known that no other copy of it counts; until then
 * it goes with the number of its shape. Most messages have one of a few.
 */
export declare class Shapes {
    #private;
    numberOf(shape: MessageShape): number;
    /** Counts a message of this shape. */
    count(number: number, tally: ExportTally): void;
}
