import { type Bench, chatferry, exportOf } from '../bench.ts';
import { runIntoPeer } from '../peer/peer-run.ts';
import { medianOf, type Result, race, type Sample } from '../race.ts';
import { type Goal, type Line, memoryLine } from '../table.ts';

const FLOOR_GOAL: Goal = { atMost: 1.0005 };
/** A request that is refused as a whole is halved until the row is found. */
const HALVED_GOAL: Goal = { atMost: 1.05 };
const SANDBOX_ROUNDS_MAX = 3;

/** What rows that are refused cost in requests; a run into the sandbox. */
export async function* refusalFigures(bench: Bench): AsyncGenerator<readonly Line[]> {
  const messages = bench.rows.sent;
  const wrong = await exportOf(bench, { messages, bad: bench.bad });
  const figure = `run, 1 in ${bench.bad} rows`;
  yield [requests(`${figure} wrong`, await runIntoPeer(bench, wrong), FLOOR_GOAL)];
  const files = await exportOf(bench, { messages });
  const refused = (by: 'row' | 'batch'): Promise<Sample> =>
    runIntoPeer(bench, files, { options: ['--poison', String(bench.bad), '--refuse', by] });
  yield [requests(`${figure} refused by the service`, await refused('row'), FLOOR_GOAL)];
  yield [requests(`${figure} refused with its whole request`, await refused('batch'), HALVED_GOAL)];
  yield* intoSandbox(bench);
}

const requests = (figure: string, own: Sample, goal: Goal): Line => ({
  figure,
  value: (own.requests ?? Number.NaN) / (own.floor ?? Number.NaN),
  unit: 'requests/floor',
  goal,
  own,
});

async function* intoSandbox(bench: Bench): AsyncGenerator<readonly Line[]> {
  const files = await exportOf(bench, { messages: bench.rows.sent });
  const run = { name: 'chatferry run', run: () => chatferry(bench, files, ['run', files.pipeline]) };
  const [result] = (await race([run], Math.min(bench.rounds, SANDBOX_ROUNDS_MAX))) as [Result];
  const own = medianOf(result);
  if (!own.other) throw new Error('the sandbox did not say what it used');
  yield [
    requests('run into the sandbox', own, FLOOR_GOAL),
    memoryLine('run into the sandbox, the sandbox', { ...own, ...own.other }),
  ];
}
