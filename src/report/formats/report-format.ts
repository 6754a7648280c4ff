import type { RunError } from '../../errors/run-error.ts';
import { cut, grouped, printable } from '../../terminal/printable.ts';
import type { ProblemReport, Report } from '../result/report.ts';
import { distinctRows } from '../result/report.ts';

/** A report for another program. */
export interface ReportFormat {
  /** @param pathOf the path of a file that samples name, as it is found from the working directory */
  write(report: Report, pathOf: (file: string) => string): string;
  /** What is written of an error that leaves no report; where absent, the error stands on stderr alone. */
  writeError?(error: Pick<RunError, 'code' | 'message' | 'where'>): string;
}

/** What a sample says, in a line: the cell and what is wrong with it. */
export function sampleMessage({ field, value, message }: ProblemReport['samples'][number]): string {
  const cell = field === undefined ? '' : `${field}${value === undefined ? '' : ` = "${cut(value, 80)}"`}: `;
  return printable(`${cell}${message}`);
}

/** How many rows a problem has beyond its samples, in words; undefined where the samples are all. */
export function moreRows({ count, samples }: ProblemReport): string | undefined {
  const more = count - distinctRows(samples);
  return more > 0 ? `${grouped(more)} more ${more === 1 ? 'row' : 'rows'} like this` : undefined;
}
