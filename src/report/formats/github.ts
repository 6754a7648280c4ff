import { grouped, printable } from '../../terminal/printable.ts';
import { oldMessagesText } from '../result/old-messages.ts';
import { equalRowsText, type ProblemReport, type Report, totals } from '../result/report.ts';
import { moreRows, type ReportFormat, sampleMessage } from './report-format.ts';

type Level = 'error' | 'warning' | 'notice';
type Annotation = { readonly file: string; readonly line?: number; readonly col?: number | undefined };

/**
 * Workflow commands of GitHub Actions, one for each annotation. GitHub shows only the first ten of each level in a
 * step, so one sample of every code comes before the second sample of any code.
 */
export const github: ReportFormat = {
  write: (report, pathOf) => `${lines(report, pathOf).join('\n')}\n`,
  /** For an error that prevents the start of a command, usually at a place in the pipeline file. */
  writeError: ({ code, message, where }) => {
    const place = where && {
      file: where.file,
      ...(where.line ? { line: where.line } : {}),
      col: where.column,
    };
    return `${annotation('error', code, message, place)}\n`;
  },
};

function lines(report: Report, pathOf: (file: string) => string): string[] {
  const { problems, notices, warnings, error, retention } = report;
  const sum = totals(report.entities);
  const numbers = `read ${grouped(sum.read)}, ready ${grouped(sum.pending)}, rejected ${grouped(sum.rejected)}, blocked ${grouped(sum.blocked)}, skipped ${grouped(sum.skipped)}`;
  const equal = equalRowsText(report);
  return [
    ...(error ? [annotation('error', error.code, `${error.message}\n→ ${error.hint}`)] : []),
    ...annotations('error', problems, pathOf),
    ...annotations('warning', notices, pathOf),
    ...warnings.map((text) => annotation('warning', 'warning', printable(text))),
    ...(retention ? [annotation('notice', 'retention', oldMessagesText(retention))] : []),
    annotation(
      'notice',
      `chatferry ${report.command} ${report.pipeline}`,
      equal === undefined ? numbers : `${numbers}: ${equal}`,
    ),
  ];
}

function annotations(level: Level, problems: Report['problems'], pathOf: (file: string) => string): string[] {
  const most = Math.max(0, ...problems.map(({ samples }) => samples.length));
  const rounds = Array.from({ length: most }, (_, round) =>
    problems.flatMap((problem) => {
      const sample = problem.samples[round];
      return sample ? [sampleAnnotation(level, problem, sample, pathOf)] : [];
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
  pathOf: (file: string) => string,
): string {
  const where = { file: pathOf(sample.file), line: sample.line, col: sample.column };
  return annotation(level, code, `${sampleMessage(sample)}\n→ ${hint}`, where);
}

function annotation(level: Level, title: string, message: string, where?: Annotation): string {
  const properties = { ...where, title };
  const written = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}=${escapedProperty(printable(String(value)))}`);
  return `::${level} ${written.join(',')}::${escaped(message.split('\n').map(printable).join('\n'))}`;
}

const escaped = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
const escapedProperty = (text: string): string => escaped(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
