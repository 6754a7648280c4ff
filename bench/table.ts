import type { Result } from './race.ts';

/** A row of the printed table; values that do not apply are left out. */
export type Line = {
  readonly figure: string;
  readonly program: string;
  readonly rows?: number;
  readonly rejected?: number;
  readonly seconds?: number;
  readonly cpuSeconds?: number;
  /** How many times as fast as this program chatferry is. */
  readonly timesFaster?: number;
  readonly requestsToFloor?: number;
  readonly peakBytes?: number;
  /** The goal of the project, and whether this run reached it. */
  readonly goal?: string;
};

const COLUMNS = [
  'Figure',
  'Program',
  'Rows',
  'Rejected',
  'Seconds',
  'Rows/s',
  'Rows/CPU s',
  'chatferry is × as fast',
  'Requests/floor',
  'Peak RSS, MB',
  'Goal',
] as const;

/** The lines of a race: the first program, then its rivals. */
export function raceLines(figure: string, results: readonly Result[]): Line[] {
  return results.map(({ name, median, firstTimesFaster }, index) => ({
    figure,
    program: name,
    ...median,
    ...(median.floor ? { requestsToFloor: (median.requests ?? 0) / median.floor } : {}),
    ...(index > 0 ? { timesFaster: firstTimesFaster } : {}),
  }));
}

/** Prints a goal next to the measured value. */
export function goal(text: string, met: boolean): { readonly goal: string } {
  return { goal: `${text}: ${met ? 'met' : 'missed'}` };
}

/** As Markdown, with the columns padded. */
export function markdown(lines: readonly Line[]): string {
  const cells = [COLUMNS, ...lines.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...body] = cells.map(
    (row) =>
      `| ${row.map((cell, at) => (at < 2 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`,
  );
  const rule = `|${widths.map((width, at) => (at < 2 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return `${[head, rule, ...body].join('\n')}\n`;
}

function cellsOf(line: Line): readonly string[] {
  const { rows, rejected, seconds, cpuSeconds, timesFaster, requestsToFloor, peakBytes } = line;
  return [
    line.figure,
    line.program,
    whole(rows),
    whole(rejected),
    seconds?.toFixed(seconds < 10 ? 3 : 1) ?? '',
    rows && seconds ? whole(rows / seconds) : '',
    rows && cpuSeconds ? whole(rows / cpuSeconds) : '',
    timesFaster?.toFixed(2) ?? '',
    requestsToFloor?.toFixed(3) ?? '',
    peakBytes ? whole(peakBytes / 1e6) : '',
    line.goal ?? '',
  ];
}

function whole(value: number | undefined): string {
  return value === undefined ? '' : Math.round(value).toLocaleString('en-US');
}
