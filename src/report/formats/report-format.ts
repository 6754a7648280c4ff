import type { ErrorDocument } from '../../errors/run-error.ts';
import { amount, cut, printable } from '../../terminal/printable.ts';
import type { FileOf } from '../named-files.ts';
import { distinctRows, type ProblemReport, type Report } from '../result/report.ts';

/** An error that leaves no report. */
export type EndingError = Pick<ErrorDocument, 'code' | 'message' | 'hint' | 'where'>;

/** A command that has left no report. */
export type EndedCommand = { readonly exitCode: number; readonly commandLine: string };

/** A report for another program. */
export interface ReportFormat {
  write(report: Report, fileOf: FileOf): string;
  /** Formats an error that leaves no report. Without this method, the error is only printed on stderr. */
  writeError?(error: EndingError, fileOf: FileOf, ended: EndedCommand): string;
}

/** A sample in one line: the cell and what is wrong with it. */
export function sampleMessage({ field, value, message }: ProblemReport['samples'][number]): string {
  const cell = field === undefined ? '' : `${field}${value === undefined ? '' : ` = "${cut(value, 80)}"`}: `;
  return printable(`${cell}${message}`);
}

/** A place as another program can open it: in a file that has lines of its own, or a file as a whole. */
export type OpenedPlace = {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
  /** The beginning of the message: the place in an archive. */
  readonly before: string;
};

/** Finds the place of a sample or an error. */
export function openedPlace(
  where: { readonly file: string; readonly line?: number | undefined; readonly column?: number | undefined },
  fileOf: FileOf,
): OpenedPlace {
  const { path, inside } = fileOf(where.file);
  const { line, column } = where;
  const file = path === undefined ? {} : { file: path };
  if (inside === undefined)
    return { ...file, before: '', ...(line ? { line } : {}), ...(column ? { column } : {}) };
  const lines = [line, column].flatMap((number) => (number ? [`:${number}`] : [])).join('');
  return { ...file, before: `${inside}${lines}  ` };
}

/** The number of rows of a problem beyond its samples, in words; undefined if there are no more. */
export function moreRows({ count, samples }: ProblemReport): string | undefined {
  const more = count - distinctRows(samples);
  return more > 0 ? `${amount(more, 'more row')} like this` : undefined;
}
