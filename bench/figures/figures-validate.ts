import { type Bench, chatferry, type Export, exportOf, type Format, rival } from '../bench.ts';
import { measured } from '../child.ts';
import { duckdb } from '../duckdb.ts';
import { type Contender, type Result, race } from '../race.ts';
import { type Goal, type Line, speedLine } from '../table.ts';

/** How many times as fast as the afternoon script, with one thread and with two. */
const AFTERNOON_GOALS: Readonly<Record<Format, readonly [Goal, Goal]>> = {
  csv: [{ atLeast: 9 }, { atLeast: 12 }],
  ndjson: [{ atLeast: 4 }, { atLeast: 6 }],
};
const DUCKDB_GOAL: Goal = { atLeast: 1 };
const THREADS = [1, 2] as const;

/**
 * `validate` with every check against the afternoon script that checks each row by itself, and against DuckDB, which only
 * counts the rows; each with one thread and, where `validate` has that option, with two.
 */
export async function* validateFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const hasThreads = await takesThreads(bench);
  const threads = hasThreads ? THREADS : ([1] as const);
  for (const format of ['csv', 'ndjson'] as const) {
    const files = await exportOf(bench, { messages: bench.rows.checked, format });
    const own = threads.map((count) => validate(bench, files, count, hasThreads));
    const counts =
      format === 'csv' ? threads.flatMap((count) => duckdb(bench, 'duckdb-count', files.folder, count)) : [];
    const results = await race([...own, afternoon(bench, files), ...counts], bench.rounds);
    const script = results[own.length] as Result;
    yield threads.flatMap((count, at) => {
      const [result, counter] = [results[at] as Result, results[own.length + 1 + at]];
      const figure = figureOf(format, count);
      return [
        speedLine(`${figure} / afternoon script`, result, script, AFTERNOON_GOALS[format][at]),
        ...(counter
          ? [speedLine(`${figure} / ${counter.name}, count(*)`, result, counter, DUCKDB_GOAL)]
          : []),
      ];
    });
  }
}

const figureOf = (format: Format, threads: number): string =>
  `validate ${format.toUpperCase()}${threads === 1 ? '' : `, --threads ${threads}`}`;

/** Whether this version of the command can use several threads. */
async function takesThreads({ cli, scripts }: Bench): Promise<boolean> {
  const { stdout } = await measured([cli, 'validate', '--help'], { probe: scripts('probe') });
  return stdout.includes('--threads');
}

const validate = (bench: Bench, files: Export, threads: number, hasThreads: boolean): Contender => ({
  name: figureOf(files.format, threads),
  run: () =>
    chatferry(bench, files, [
      'validate',
      files.pipeline,
      // Without the option, it uses two where there are as many.
      ...(hasThreads ? ['--threads', String(threads)] : []),
    ]),
});

const afternoon = (bench: Bench, { folder, format }: Export): Contender => ({
  name: `afternoon script, ${format.toUpperCase()}`,
  run: () => rival(bench, 'afternoon-validate', [folder, format]),
});
