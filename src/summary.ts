import { entityNames } from './entity.ts';
import { balanced } from './outcome.ts';
import { type ProblemReport, type Report, totals } from './report.ts';
import type { Style } from './style.ts';
import { cut, duration, fromHere, grouped, printable } from './terminal-text.ts';

/** Up to this many problems are all shown; beyond it the screen has some of each, and the rejects file has all. */
const ALL_SHOWN = 200;
const SAMPLES_SHOWN = 3;
const CODES_SHOWN = 12;

/** The result of a command as a person reads it: problems, numbers that add up, where things are, what to type next. */
export function summary(report: Report, style: Style, next: string): string {
  return [
    ...problemLines(report, style),
    ...warningLines(report, style),
    ...numberLines(report, style),
    ...fileLines(report),
    `  next      ${style.bold(next)}`,
    '',
  ].join('\n');
}

function problemLines({ problems }: Report, style: Style): string[] {
  const all = problems.reduce((sum, { count }) => sum + count, 0) <= ALL_SHOWN;
  const shown = all ? problems : problems.slice(0, CODES_SHOWN);
  const lines = shown.flatMap((problem) => problemBlock(problem, style, all ? ALL_SHOWN : SAMPLES_SHOWN));
  if (problems.length > shown.length)
    lines.push(`  and ${problems.length - shown.length} more codes; --json lists them all`, '');
  return lines;
}

function problemBlock(
  { code, count, hint, samples }: ProblemReport,
  style: Style,
  samplesShown: number,
): string[] {
  const shown = samples.slice(0, samplesShown).map(({ file, line, column, field, value, message }) => {
    const place = `${file}:${line}${column === undefined ? '' : `:${column}`}`;
    const cell =
      field === undefined ? '' : ` ${field}${value === undefined ? '' : ` = "${cut(printable(value), 80)}"`}`;
    return `    ${printable(place)} ${cell}  ${style.dim(cut(printable(message), 200))}`;
  });
  const more = count > shown.length ? [`    and ${grouped(count - shown.length)} more`] : [];
  return [
    `${style.red('✖')} ${style.bold(printable(code))}  ${grouped(count)} ${count === 1 ? 'row' : 'rows'}`,
    ...shown,
    ...more,
    `  → ${printable(hint)}`,
    '',
  ];
}

function warningLines(report: Report, style: Style): string[] {
  const { warnings } = report;
  const lost = Object.entries(report.notCarried).map(([field, count]) => `${grouped(count)} × ${field}`);
  const left = Object.entries(report.skipped).map(([rule, count]) => `${grouped(count)} ${rule}`);
  return [
    ...warnings.slice(0, 5).map((text) => `${style.yellow('!')} ${cut(printable(text), 200)}`),
    ...(warnings.length > 5 ? [`  and ${warnings.length - 5} more warnings in the report`] : []),
    ...(lost.length ? [`${style.yellow('!')} not carried by the API: ${lost.join(', ')}`] : []),
    ...(left.length ? [`${style.yellow('!')} left out by rule: ${left.join(', ')}`] : []),
    ...(warnings.length + lost.length + left.length ? [''] : []),
  ];
}

function numberLines(report: Report, style: Style): string[] {
  const sum = totals(report.entities);
  const landed = sum.created + sum.updated + sum.exists + sum.unchanged;
  const parts = [
    `read ${grouped(sum.read)}`,
    report.command === 'validate' ? `ready ${grouped(sum.pending)}` : `landed ${grouped(landed)}`,
    `rejected ${grouped(sum.rejected)}`,
    `blocked ${grouped(sum.blocked)}`,
    `skipped ${grouped(sum.skipped)}`,
  ];
  const verdict = report.balanced ? style.green('✔ adds up') : style.red('✖ does not add up');
  const perEntity = entityNames
    .map((name) => [name, report.entities[name]] as const)
    .filter(([, counts]) => counts.read > 0 && balanced(counts))
    .map(
      ([name, c]) =>
        `${name} ${grouped(c.created + c.updated + c.exists + c.unchanged + c.pending)}/${grouped(c.read)}`,
    );
  const { sent, retried, throttled, floor } = report.requests;
  const tookMs = Date.parse(report.finishedAt) - Date.parse(report.startedAt);
  return [
    `  ${parts.join('   ')}   ${verdict}`,
    ...(perEntity.length ? [`  ${perEntity.join(' · ')}`] : []),
    report.command === 'validate'
      ? `  ${duration(tookMs)} · nothing was sent · a run needs at least ${grouped(floor)} requests`
      : `  ${duration(tookMs)} · ${grouped(sent)} requests (floor ${grouped(floor)}) · ${grouped(retried)} retries · ${grouped(throttled)} × 429`,
  ];
}

function fileLines({ files }: Report): string[] {
  const named: (readonly [string, string])[] = [
    ...files.rejects.map((path) => ['rejects', path] as const),
    ...(files.report ? [['report', files.report] as const] : []),
    ...(files.log ? [['log', files.log] as const] : []),
  ];
  return named.map(([what, path]) => `  ${what.padEnd(8)}  ${printable(fromHere(path))}`);
}

/** An error that ended the command, with the place, the reason and the next step. */
export function errorBlock(
  error: {
    code: string;
    message: string;
    hint: string;
    where?: { file: string; line?: number | undefined; column?: number | undefined } | undefined;
  },
  style: Style,
): string {
  const { where } = error;
  const place = where
    ? `  ${where.file}${where.line ? `:${where.line}` : ''}${where.column ? `:${where.column}` : ''}`
    : '';
  const message = error.message.split('\n').map(printable).join('\n  ');
  return `${style.red('✖')} ${style.bold(error.code)}${printable(place)}\n  ${message}\n  → ${printable(error.hint)}\n`;
}
