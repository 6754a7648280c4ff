import { medianOf, type Result, type Sample, timesAsFast } from './race.ts';

/** A row of the printed table; what does not apply is left out. */
export type Line = {
  readonly figure: string;
  /** What was measured: a ratio of speeds (`×`), or a number in another unit. */
  readonly value: number;
  readonly unit: '×' | 's' | 'ms' | 'MB' | 'rows/s' | 'requests/floor';
  readonly goal?: Goal;
  /** What chatferry did. */
  readonly own?: Pick<Sample, 'rows' | 'seconds' | 'peakBytes'>;
  /** What the program did that it is compared with. */
  readonly rival?: Pick<Sample, 'rows' | 'seconds'>;
};

/** A limit in the unit of the value. */
export type Goal = { readonly atLeast: number } | { readonly atMost: number };

const COLUMNS = ['Figure', 'Value', 'Goal', 'Met', 'Rows/s', 'Rival, rows/s', 'Peak memory, MB'] as const;
const DIGITS = { '×': 2, s: 3, ms: 2, MB: 1, 'rows/s': 0, 'requests/floor': 3 } as const;
const BYTES = 1e6;

/** The peak memory that every command keeps to, MB. */
export const MEMORY_GOAL: Goal = { atMost: 200 };

/** How many times as fast as a rival chatferry is. */
export function speedLine(figure: string, own: Result, rival: Result, goal?: Goal): Line {
  return {
    figure,
    value: timesAsFast(own, rival),
    unit: '×',
    ...(goal ? { goal } : {}),
    own: medianOf(own),
    rival: medianOf(rival),
  };
}

/** The peak memory of one sample. */
export const memoryLine = (figure: string, own: Sample, goal: Goal = MEMORY_GOAL): Line => ({
  figure,
  value: (own.peakBytes ?? Number.NaN) / BYTES,
  unit: 'MB',
  goal,
  own,
});

/** The highest peak memory of some lines, as one more line; none without such lines. */
export function highestMemory(lines: readonly Line[]): Line[] {
  const [highest] = lines
    .flatMap(({ figure, own }) => (own?.peakBytes ? [{ figure, own }] : []))
    .sort(byMemory);
  if (!highest) return [];
  const value = (highest.own.peakBytes ?? 0) / BYTES;
  return [{ figure: `peak memory, the highest: ${highest.figure}`, value, unit: 'MB', goal: MEMORY_GOAL }];
}

const byMemory = (a: Required<Pick<Line, 'own'>>, b: Required<Pick<Line, 'own'>>): number =>
  (b.own.peakBytes ?? 0) - (a.own.peakBytes ?? 0);

/** As Markdown, with the columns padded. */
export function markdown(lines: readonly Line[]): string {
  const cells = [COLUMNS, ...lines.map(cellsOf)];
  const widths = COLUMNS.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)));
  const [head = '', ...body] = cells.map(
    (row) =>
      `| ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join(' | ')} |`,
  );
  const rule = `|${widths.map((width, at) => (at === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return `${[head, rule, ...body].join('\n')}\n`;
}

function cellsOf({ figure, value, unit, goal, own, rival }: Line): readonly string[] {
  const shown = (number: number): string => {
    const digits = { minimumFractionDigits: DIGITS[unit], maximumFractionDigits: DIGITS[unit] };
    return `${number.toLocaleString('en-US', digits)} ${unit}`;
  };
  return [
    figure,
    shown(value),
    goal ? ('atLeast' in goal ? `≥ ${shown(goal.atLeast)}` : `≤ ${shown(goal.atMost)}`) : '',
    goal ? (isMet(value, goal) ? 'yes' : 'no') : '',
    rate(own),
    rate(rival),
    own?.peakBytes ? whole(own.peakBytes / BYTES) : '',
  ];
}

const isMet = (value: number, goal: Goal): boolean =>
  'atLeast' in goal ? value >= goal.atLeast : value <= goal.atMost;

const rate = (sample: Line['rival']): string =>
  sample?.rows && sample.seconds ? whole(sample.rows / sample.seconds) : '';

const whole = (value: number): string => Math.round(value).toLocaleString('en-US');
