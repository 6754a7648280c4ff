import type { Style } from '../../terminal/style.ts';
import { type ProblemReport } from '../result/report.ts';
/** The way in which problems are printed. */
export type Terminal = {
    readonly style: Style;
    /** Width of a line in terminal cells; undefined if lines are not cut, as in a file. */
    readonly columns: number | undefined;
    /** Tells where to find all problems. */
    readonly all: string;
};
/** The problems in at most `lines` lines: as many samples of each code as fit, or one line for each code. */
export declare function problemLines(problems: readonly ProblemReport[], mark: string, lines: number, terminal: Terminal): string[];
/** Every problem with up to `samples` samples, however many lines it takes. */
export declare function allProblemLines(problems: readonly ProblemReport[], mark: string, samples: number, terminal: Terminal): string[];
