import { type Bench, type Export, exportOf, type Format, rival } from '../bench.ts';
import { CONNECTIONS } from '../peer/peer-pipeline.ts';
import { runIntoPeer, withPeer } from '../peer/peer-run.ts';
import { type Contender, median, type Result, race } from '../race.ts';
import { type Line, speedLine } from '../table.ts';

const AFTERNOON_GOAL = { csv: { atLeast: 2.4 }, ndjson: { atLeast: 2 } } as const;
const RAW_LOOP_GOAL = { atLeast: 0.6 };
/** Three digits of 1: there is no request that the rows do not need. */
const FLOOR_GOAL = { atMost: 1.0005 };

/** `run` into a service that answers at once, against its rivals. */
export async function* runFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const csv = await exportOf(bench, { messages: bench.rows.sent });
  const contenders = [
    own(bench, csv),
    afternoon(bench, csv),
    script(bench, csv, 'raw undici loop', 'raw-loop'),
  ];
  const [run, script1, loop] = (await race(contenders, bench.rounds)) as [Result, Result, Result];
  yield [
    speedLine('run CSV / afternoon script', run, script1, AFTERNOON_GOAL.csv),
    speedLine('run CSV / raw undici loop, bodies ready', run, loop, RAW_LOOP_GOAL),
    {
      figure: 'run CSV, requests / floor',
      value: median(run.samples.map(({ requests = 0, floor = 1 }) => requests / floor)),
      unit: 'requests/floor',
      goal: FLOOR_GOAL,
    },
  ];
  const ndjson = await exportOf(bench, { messages: bench.rows.sent, format: 'ndjson' });
  const lines = [own(bench, ndjson), afternoon(bench, ndjson)];
  const [runLines, scriptLines] = (await race(lines, bench.rounds)) as [Result, Result];
  yield [speedLine('run NDJSON / afternoon script', runLines, scriptLines, AFTERNOON_GOAL.ndjson)];
}

const labelOf = ({ format }: { readonly format: Format }): string => format.toUpperCase();

const own = (bench: Bench, files: Export): Contender => ({
  name: `chatferry run, ${labelOf(files)}`,
  run: () => runIntoPeer(bench, files),
});

const afternoon = (bench: Bench, files: Export): Contender =>
  script(bench, files, `afternoon script, ${labelOf(files)}`, 'afternoon-run');

const script = (
  bench: Bench,
  { folder, format }: Export,
  name: string,
  file: 'afternoon-run' | 'raw-loop',
): Contender => ({
  name,
  run: () =>
    withPeer(bench, [], (baseUrl) => rival(bench, file, [folder, baseUrl, String(CONNECTIONS), format])),
});
