import { type Bench, chatferry, exportOf, LONG_ROWS, MEMORY_MAX_BYTES, rival } from '../bench.ts';
import { race } from '../race.ts';
import { goal, type Line, raceLines } from '../table.ts';

const TIMES_FASTER = 5;
/** The allowed factor of memory for three times the rows. */
const GROWTH_MAX = 1.2;

/** `validate` with every check against the afternoon script that checks each row by itself; memory over sizes. */
export async function* validateFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const csv = await compared(bench, 'csv', TIMES_FASTER);
  yield csv;
  yield await compared(bench, 'ndjson');
  if (bench.rows >= LONG_ROWS) yield [await memory(bench, csv[0]?.peakBytes ?? 0)];
}

async function compared(bench: Bench, format: 'csv' | 'ndjson', wanted?: number): Promise<Line[]> {
  const files = await exportOf(bench, { format });
  const results = await race(
    [
      { name: 'chatferry validate', run: () => chatferry(bench, files, ['validate', files.pipeline]) },
      {
        name: 'afternoon script',
        run: () => rival(bench, 'afternoon-validate', [files.folder, format]),
      },
    ],
    bench.rounds,
  );
  return raceLines(`validate, ${format.toUpperCase()}`, results).map((line, index) => {
    // A validation does not print this.
    const { requestsToFloor: _, ...shown } = line;
    if (index === 0) return { ...shown, ...goal('200 MB', (line.peakBytes ?? 0) < MEMORY_MAX_BYTES) };
    return wanted === undefined
      ? shown
      : { ...shown, ...goal(`≥ ${wanted}`, (line.timesFaster ?? 0) >= wanted) };
  });
}

async function memory(bench: Bench, before: number): Promise<Line> {
  const files = await exportOf(bench, { times: 3 });
  const { rows, rejected, seconds, cpuSeconds, peakBytes } = await chatferry(bench, files, [
    'validate',
    files.pipeline,
  ]);
  return {
    figure: 'validate, CSV, 3 × the rows',
    program: 'chatferry validate',
    rows,
    rejected,
    seconds,
    cpuSeconds,
    ...(peakBytes ? { peakBytes } : {}),
    ...goal('memory + 20 %', (peakBytes ?? 0) <= before * GROWTH_MAX),
  };
}
