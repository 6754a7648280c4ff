import type { Style } from '../../terminal/style.ts';
import { type Report } from '../result/report.ts';
export type SummaryOptions = {
    readonly style: Style;
    /** The command to type next. */
    readonly next: string;
    /** Width of a line in terminal cells; undefined if lines are not cut, as in a file. */
    readonly columns?: number | undefined;
    /**
     * Samples of every code, however many lines they take.
     * @default as many as fit on a screen
     */
    readonly samples?: number | undefined;
};
/** The result of a command as text: problems, numbers, paths of files, and the next command. */
export declare function summary(report: Report, options: SummaryOptions): string;
