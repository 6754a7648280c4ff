import { type Counts, type Outcome } from '../../input/rows/outcome.ts';
import type { PlaceOf } from '../../input/rows/place.ts';
import type { Cursor, Problem, Row } from '../../input/rows/row.ts';
/** One example of a problem, with the place in the user's file. */
export type Sample = {
    readonly file: string;
    readonly line: number;
    readonly column?: number;
    /** Byte offset of the row in its file; absent if the row was read from a rejects file. */
    readonly byte?: number;
    readonly key?: string;
    readonly field?: string;
    readonly value?: string;
    readonly message: string;
    /** The text of a row that could not be read, truncated. */
    readonly raw?: string;
};
export type ProblemGroup = {
    count: number;
    samples: Sample[];
};
/** The outcomes of one step's rows so far; plain data that is stored in the checkpoint. */
export type Tally = {
    counts: Counts;
    /** Rejected and blocked rows and rows in doubt, by code. */
    problems: Record<string, ProblemGroup>;
    /** Valid rows that deserve a check, by code; absent in checkpoints, because runs do not look for them. */
    notices?: Record<string, ProblemGroup>;
    /** Number of values that the API cannot carry, by field. */
    notCarried: Record<string, number>;
    /** Of a dry run: how many rows are sent alone though they hang on no message; absent if none is. */
    alone?: number;
    /** Number of rows that were left out, by rule. */
    skipped: Record<string, number>;
    /** Rows older than the service keeps them, whatever became of them; absent if there are none. */
    tooOld?: TooOld;
    /** Number of rows in all, as far as that is known; absent once all are read. */
    expected?: Expected;
    /** Places where the rows in doubt begin, in the order in which they left the window; absent if there never was one. */
    doubts?: Cursor[];
};
/** A number of rows, and whether it is only an estimate. */
export type Expected = {
    rows: number;
    estimated: boolean;
};
/** A number of rows, and the time of the oldest in epoch seconds. */
export type TooOld = {
    count: number;
    oldest: number;
};
/** Number of examples that are kept for each code. */
export declare const SAMPLES_MAX = 10;
export declare function emptyTally(): Tally;
/** Adds up counts by their names. */
export declare function sumByName(...counts: readonly Readonly<Record<string, number>>[]): Record<string, number>;
/** Adds a row to the counts. */
export declare function countRow({ counts }: Pick<Tally, 'counts'>, status: Outcome['status']): void;
/** The problems of a row that was rejected or blocked or is in doubt; none for other outcomes. */
export declare function problemsOf(outcome: Outcome): readonly Problem[];
/** Keeps the problems of a row as samples, up to `samplesMax` for each code. */
export declare function tallyProblem(into: Tally, problems: readonly Problem[], row: Row, key: string | undefined, placeOf: PlaceOf, samplesMax?: number): void;
/** A value as text, truncated for display. */
export declare function shown(value: unknown): string;
