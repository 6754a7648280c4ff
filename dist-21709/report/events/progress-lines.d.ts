import type { Clock } from '../../system/clock.ts';
import type { Style } from '../../terminal/style.ts';
import type { Extent, ProgressOfRun } from './extent.ts';
/** Options of the lines, in addition to the progress. */
export type LineOptions = {
    readonly style: Style;
    /** Width of the terminal. */
    readonly columns: () => number;
    readonly clock: Pick<Clock, 'now'>;
};
/**
 * The block that is redrawn on a terminal: a line for each entity, one for all of them, one for the pace, and one each for
 * what it waits for and for the last error. No line is longer than the terminal is wide, less one.
 */
export declare function liveBlock(progress: ProgressOfRun, options: LineOptions): string[];
/** The pace, then what is waited for and the last error, where there are any. */
export declare function paceLines(progress: ProgressOfRun, { style, clock }: Omit<LineOptions, 'columns'>): string[];
/** Words for the source of a limit. */
export declare const LIMIT_IS: {
    readonly documented: 'documented';
    readonly declared: 'declared';
    readonly stated: 'set by the service';
    readonly found: 'found from refusals';
};
/** Rows done of all: `1 250/~225 200`, where `~` marks an estimate. */
export declare function countsOf({ done, total, estimated }: Omit<Extent, 'percent'>): string;
/** Why nothing goes on, in words. */
export declare function waitingText({ why, until, stated, seconds, attempt, reason }: NonNullable<ProgressOfRun['waiting']>, clock: Pick<Clock, 'now'>): string;
/** The progress as a line for a log. */
export declare function plainLine(progress: ProgressOfRun, clock: Pick<Clock, 'now'>): string;
