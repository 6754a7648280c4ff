import type { RunError } from '../../errors/run-error.ts';
import { type ProblemReport, type Report } from '../result/report.ts';
/** A report for another program. */
export interface ReportFormat {
    /** @param pathOf returns the path of a file that a sample names, relative to the working directory */
    write(report: Report, pathOf: (file: string) => string): string;
    /** Formats an error that leaves no report. Without this method, the error is only printed on stderr. */
    writeError?(error: Pick<RunError, 'code' | 'message' | 'where'>): string;
}
/** A sample in one line: the cell and what is wrong with it. */
export declare function sampleMessage({ field, value, message }: ProblemReport['samples'][number]): string;
/** The number of rows of a problem beyond its samples, in words; undefined if there are no more. */
export declare function moreRows({ count, samples }: ProblemReport): string | undefined;
