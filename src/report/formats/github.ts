import { grouped, printable } from '../../terminal/printable.ts';
import type { FileOf } from '../named-files.ts';
import { oldMessagesText } from '../result/old-messages.ts';
import { equalRowsText, type ProblemReport, type Report, totals } from '../result/report.ts';
import {
  moreRows,
  type OpenedPlace,
  openedPlace,
  type ReportFormat,
  sampleMessage,
} from './report-format.ts';

type Level = 'error' | 'warning' | 'notice';

/**
 * Workflow commands of GitHub Actions, one for each annotation. GitHub shows only the first ten of each level in a
 * step, so one sample of every code comes before the second sample of any code.
 */
export const github: ReportFormat = {
  write: (report, fileOf) => `${lines(report, fileOf).join('\n')}\n`,
  writeError: ({ code, message, hint, where }, fileOf) =>
    `${annotation('error', code, `${message}\n→ ${hint}`, where && openedPlace(where, fileOf))}\n`,
};

function lines(report: Report, fileOf: FileOf): string[] {
  const { problems, notices, warnings, error, retention } = report;
  const sum = totals(report.entities);
  const numbers = `read ${grouped(sum.read)}, ready ${grouped(sum.pending)}, rejected ${grouped(sum.rejected)}, blocked ${grouped(sum.blocked)}, skipped ${grouped(sum.skipped)}`;
  const equal = equalRowsText(report);
  return [
    ...(error ? [annotation('error', error.code, `${error.message}\n→ ${error.hint}`)] : []),
    ...annotations('error', problems, fileOf),
    ...annotations('warning', notices, fileOf),
    ...warnings.map((text) => annotation('warning', 'warning', printable(text))),
    ...(retention ? [annotation('notice', 'retention', oldMessagesText(retention))] : []),
    annotation(
      'notice',
      `chatferry ${report.command} ${report.pipeline}`,
      equal === undefined ? numbers : `${numbers}: ${equal}`,
    ),
  ];
}

function annotations(level: Level, problems: Report['problems'], fileOf: FileOf): string[] {
  const most = Math.max(0, ...problems.map(({ samples }) => samples.length));
  const rounds = Array.from({ length: most }, (_, round) =>
    problems.flatMap((problem) => {
      const sample = problem.samples[round];
      return sample ? [sampleAnnotation(level, problem, sample, fileOf)] : [];
    }),
  );
  const rest = problems.flatMap((problem) => {
    const more = moreRows(problem);
    return more ? [annotation(level, problem.code, `${more}\n→ ${problem.hint}`)] : [];
  });
  return [...rounds.flat(), ...rest];
}

function sampleAnnotation(
  level: Level,
  { code, hint }: ProblemReport,
  sample: ProblemReport['samples'][number],
  fileOf: FileOf,
): string {
  return annotation(level, code, `${sampleMessage(sample)}\n→ ${hint}`, openedPlace(sample, fileOf));
}

function annotation(level: Level, title: string, text: string, place?: OpenedPlace): string {
  const { file, line, column: col, before = '' } = place ?? {};
  const properties = { file, line, col, title };
  const message = `${before}${text}`;
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapedProperty(printable(String(value)))}`);
  return `::${level} ${written.join(',')}::${escaped(message.split('\n').map(printable).join('\n'))}`;
}

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
