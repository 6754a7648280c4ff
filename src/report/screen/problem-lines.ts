import { amount, cut, grouped, printable } from '../../terminal/printable.ts';
import type { Style } from '../../terminal/style.ts';
import { fitted, wrapped } from '../../terminal/width.ts';
import { distinctRows, type ProblemReport } from '../result/report.ts';

/** The way in which problems are printed. */
export type Terminal = {
  readonly style: Style;
  /** Width of a line in terminal cells; undefined if lines are not cut, as in a file. */
  readonly columns: number | undefined;
  /** Tells where to find all problems. */
  readonly all: string;
};

/** Numbers of samples to try for each code, the most first. */
const SAMPLES = [10, 5, 3, 2, 1] as const;

/** The problems in at most `lines` lines: as many samples of each code as fit, or one line for each code. */
export function problemLines(
  problems: readonly ProblemReport[],
  mark: string,
  lines: number,
  terminal: Terminal,
): string[] {
  if (problems.length === 0) return [];
  for (const samples of SAMPLES) {
    const drawn = problems.flatMap((problem) => block(problem, mark, samples, terminal));
    if (drawn.length <= lines) return drawn;
  }
  const widths = widthsOf(problems);
  const brief = problems.map((problem) => [
    oneLine(problem, mark, widths, terminal),
    ...hintLines(problem, terminal),
  ]);
  const left = lines - 1;
  if (brief.flat().length <= left) return [...brief.flat(), ''];
  // The first codes with their hints use half of the space; of the others, as many as fit get one line each.
  const drawn: string[] = [];
  let shown = 0;
  for (const each of brief) {
    const short = drawn.length + each.length > left / 2 ? each.slice(0, 1) : each;
    const last = shown === problems.length - 1;
    if (drawn.length + short.length > (last ? left : left - 1)) break;
    drawn.push(...short);
    shown++;
  }
  const more = problems.length - shown;
  if (more > 0) drawn.push(line(`  and ${amount(more, 'more code')}; ${terminal.all}`, terminal));
  return [...drawn, ''];
}

/** Every problem with up to `samples` samples, however many lines it takes. */
export function allProblemLines(
  problems: readonly ProblemReport[],
  mark: string,
  samples: number,
  terminal: Terminal,
): string[] {
  return problems.flatMap((problem) => block(problem, mark, samples, terminal));
}

function block(problem: ProblemReport, mark: string, samples: number, terminal: Terminal): string[] {
  const shown = problem.samples.slice(0, samples);
  const more = problem.count - distinctRows(shown);
  return [
    heading(problem, mark, terminal),
    ...shown.map((sample) => line(`    ${sampleText(sample, terminal.style)}`, terminal)),
    ...(more > 0 ? [`    and ${grouped(more)} more`] : []),
    ...hintLines(problem, terminal),
    '',
  ];
}

const line = (text: string, { columns }: Terminal): string =>
  columns === undefined ? text : fitted(text, columns);

const heading = ({ code, count }: ProblemReport, mark: string, terminal: Terminal): string =>
  line(`${mark} ${terminal.style.bold(printable(code))}  ${amount(count, 'row')}`, terminal);

function hintLines({ hint }: ProblemReport, { columns }: Terminal): string[] {
  const text = `  → ${printable(hint)}`;
  return columns === undefined ? [text] : wrapped(text, columns, '    ');
}

function oneLine(problem: ProblemReport, mark: string, among: Widths, terminal: Terminal): string {
  const code = printable(problem.code);
  const count = `${grouped(problem.count).padStart(among.count)} ${problem.count === 1 ? 'row ' : 'rows'}`;
  const [first] = problem.samples;
  const sample = first ? `  ${sampleText(first, terminal.style)}` : '';
  return line(
    `${mark} ${terminal.style.bold(code)}${' '.repeat(Math.max(0, among.code - code.length))}  ${count}${sample}`,
    terminal,
  );
}

/** Column widths of codes and counts, in terminal cells. */
type Widths = { readonly code: number; readonly count: number };

const CODE_CELLS_MAX = 30;

const widthsOf = (problems: readonly ProblemReport[]): Widths => ({
  code: Math.min(CODE_CELLS_MAX, Math.max(...problems.map(({ code }) => printable(code).length))),
  count: Math.max(...problems.map(({ count }) => grouped(count).length)),
});

function sampleText(
  { file, line: row, column, field, value, message }: ProblemReport['samples'][number],
  style: Style,
): string {
  const place = `${file}:${row}${column === undefined ? '' : `:${column}`}`;
  const cell =
    field === undefined
      ? ''
      : `  ${printable(field)}${value === undefined ? '' : ` = "${cut(printable(value), 80)}"`}`;
  return `${printable(place)}${cell}  ${style.dim(cut(printable(message), 200))}`;
}
